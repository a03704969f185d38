export * from './describe-api-key-store.ts';
export * from './describe-body-store.ts';
export * from './describe-idempotency-store.ts';
export * from './describe-rate-limit-store.ts';
export * from './describe-transactional-idempotency-store.ts';
export * from './fake-clock.ts';
