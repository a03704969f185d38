export type { ReceivedDelivery, ReceiverOptions, Refusal } from '../receiving/options.ts';
export { keepRawBody } from './raw-body.ts';
export * from './receive-webhooks.ts';
