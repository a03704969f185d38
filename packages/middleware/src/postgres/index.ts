export * from './api-key-listener.ts';
export * from './guard-pool.ts';
export * from './pool-transaction-runner.ts';
export * from './postgres-api-key-store.ts';
export * from './postgres-idempotency-store.ts';
export * from './postgres-rate-limit-store.ts';
export {
  type ApiKeyTableOptions,
  type IdempotencyTableOptions,
  postgresSchema,
  type RateLimitTableOptions,
} from './schema.ts';
export type * from './sql.ts';
export * from './transaction-runner.ts';
