export * from './operation.ts';
export * from './schemas.ts';
