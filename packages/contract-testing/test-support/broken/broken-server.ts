import type { Deviation } from '../tasks-server.ts';

/** A server that breaks one promise, and the check that finds it. */
export interface BrokenServer {
  /** What it does, as a sentence without a subject: `does not require the scope of a create`. */
  readonly title: string;
  /** The operation that is checked. */
  readonly operation: string;
  /** The check that finds it. */
  readonly check: string;
  readonly deviation: Deviation;
}
