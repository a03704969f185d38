import type { Deviation } from '../tasks-server.ts';

/** A server that breaks one promise, and who is to notice. */
export interface BrokenServer {
  /** What it does, as a sentence without a subject: `does not ask for the scope of a create`. */
  readonly title: string;
  /** The operation that is looked at. */
  readonly operation: string;
  /** The check that finds it. */
  readonly check: string;
  readonly deviation: Deviation;
}
