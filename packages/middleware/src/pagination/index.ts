export * from './count-cache.ts';
export * from './cursor-codec.ts';
export * from './keyset.ts';
