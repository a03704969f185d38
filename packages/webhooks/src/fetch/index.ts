export type { ReceivedDelivery, ReceiverOptions, Refusal } from '../receiving/options.ts';
export * from './receive-webhooks.ts';
