export * from './sql-type.ts';
export * from './statement.ts';
export { parameter, type StatementFamily, type StatementPart, StatementParts } from './statement-parts.ts';
export * from './tables.ts';
