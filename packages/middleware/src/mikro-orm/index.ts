export * from './joined-kysely.ts';
export * from './mikro-orm-transaction-runner.ts';
