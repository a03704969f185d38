export { findContractProblems } from './find-contract-problems.ts';
export { findDocumentProblems } from './find-document-problems.ts';
