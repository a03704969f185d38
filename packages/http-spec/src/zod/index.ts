export * from './deferred.ts';
export * from './operation.ts';
export * from './schemas.ts';
