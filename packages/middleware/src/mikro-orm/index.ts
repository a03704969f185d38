export * from './mikro-orm-transaction-runner.ts';
export * from './transaction-on.ts';
