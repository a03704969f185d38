export * from './sql-type.ts';
export * from './statement.ts';
export * from './tables.ts';
