export * from './entity-tag.ts';
export * from './errors/api-error.ts';
export * from './errors/error-table.ts';
export * from './headers.ts';
export * from './idempotency-key.ts';
export * from './page.ts';
export * from './policy/rate-limit.ts';
export * from './policy/route-policy.ts';
