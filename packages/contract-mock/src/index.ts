export { createMock, type Mock } from './create-mock.ts';
export type { MockCaller, MockOptions, MockWebhooks } from './options.ts';
