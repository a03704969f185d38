export * from './file-body.ts';
