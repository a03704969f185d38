import type { FurtherCredential } from '../calling/credentials.ts';

/** The result of one check of one operation. */
export interface CheckResult {
  /** `access.no-key` */
  readonly id: string;
  /** The promise, as a sentence. */
  readonly holds: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What is wrong, or why it was skipped; empty when it passed. */
  readonly reason: string;
  /** The missing credential, if that is the reason. */
  readonly lacks?: FurtherCredential;
  /** Present on failures with a request as evidence. */
  readonly evidence?: {
    /** The smallest request found, as a curl line with variables for credentials. */
    readonly curl: string;
    /** Status and beginning of the body. */
    readonly response: string;
  };
}

/** The results of one operation. */
export interface OperationReport {
  /** `todos.create` */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly checks: readonly CheckResult[];
  /** Statuses the contract declares that no response had. */
  readonly unreached: readonly number[];
}

/** The results of a run. */
export interface Report {
  /** Repeats the same requests when passed as an option. */
  readonly seed: number;
  readonly operations: readonly OperationReport[];
  /** Requests sent. */
  readonly requests: number;
  /** How many checks passed, failed and were skipped. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Combines the results of operations into a report. */
export function toReport(operations: readonly OperationReport[], run: Pick<Report, 'seed' | 'requests'>): Report {
  const results = operations.flatMap(({ checks }) => checks);
  const count = (outcome: CheckResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return { ...run, operations, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}
