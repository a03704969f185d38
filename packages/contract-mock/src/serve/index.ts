export { type MockServer, type ServeMockOptions, serveMock } from './serve-mock.ts';
