export * from './database.ts';
export * from './embedded/embedded-postgres.ts';
export * from './migrate.ts';
export * from './orm.ts';
export * from './outbox.ts';
export * from './render-schema.ts';
export * from './retention.ts';
export { sqlState, violatedConstraint } from './sql-values.ts';
export type { QueryResult, SqlParameter, Transaction } from './transaction.ts';
