export * from './body-store.ts';
export * from './fingerprint.ts';
export * from './idempotency.ts';
export type * from './idempotency-store.ts';
export * from './memory-idempotency-store.ts';
