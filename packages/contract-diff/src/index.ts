export {
  type Acknowledgement,
  type JudgedFinding,
  type Judgement,
  type JudgeOptions,
  judgeFindings,
  parseAcknowledgements,
} from './acknowledgements.ts';
export { allRules } from './all-rules.ts';
export { type DiffOptions, diffContracts } from './diff-contracts.ts';
export type { Finding } from './finding.ts';
export { type Format, formats } from './reports/formats.ts';
export { isAtLeast, type Level, type Rule } from './rule.ts';
export { createSnapshot, type SnapshotOptions } from './snapshot/create-snapshot.ts';
export { readSnapshot } from './snapshot/read-snapshot.ts';
export type * from './snapshot/snapshot.ts';
