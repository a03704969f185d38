import { AsyncLocalStorage } from 'node:async_hooks';

/** What each line of the log says of the work it is written in. */
export interface LogFields {
  readonly requestId?: string;
  /** Of the trace the work belongs to. */
  readonly traceId?: string;
  /** As shown to callers, `job_…`. */
  readonly job?: string;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Runs work whose lines of the log have these fields, beside those that are set already. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

/** The fields of the work that calls. */
export function currentLogFields(): LogFields {
  return storage.getStore() ?? {};
}
