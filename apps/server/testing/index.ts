export { decodeId } from '../src/kernel/index.ts';
export * from './count-statements.ts';
export * from './formats/workbooks.ts';
export * from './settled.ts';
export * from './test-database.ts';
export * from './test-job.ts';
export * from './test-key.ts';
export * from './test-workspace.ts';
