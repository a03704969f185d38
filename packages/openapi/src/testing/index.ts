export { findDocumentProblems } from './find-document-problems.ts';
