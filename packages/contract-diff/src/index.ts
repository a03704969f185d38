export { type DiffOptions, diffContracts } from './diff-contracts.ts';
export type { Finding } from './finding.ts';
export { allRules } from './rules/all-rules.ts';
export { isAtLeast, type Level, type Rule } from './rules/rule.ts';
export { createSnapshot, type SnapshotOptions } from './snapshot/create-snapshot.ts';
export { readSnapshot } from './snapshot/read-snapshot.ts';
export type * from './snapshot/snapshot.ts';
