export * from './transaction-on.ts';
export * from './mikro-orm-transaction-runner.ts';
