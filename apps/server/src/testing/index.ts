export * from '../formats/testing/workbooks.ts';
export { decodeId } from '../kernel/index.ts';
export * from './count-statements.ts';
export * from './settled.ts';
export * from './test-database.ts';
export * from './test-job.ts';
export * from './test-key.ts';
export * from './test-workspace.ts';
