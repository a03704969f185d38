export * from './auth/api-key-store.ts';
export * from './idempotency/index.ts';
export * from './pipeline/handler-result.ts';
export * from './rate-limit/rate-limit-store.ts';
