export * from './by-media-type.ts';
export * from './deferred.ts';
export * from './file-of.ts';
export * from './file-part.ts';
export * from './operation.ts';
export * from './schemas.ts';
export * from './secret.ts';
