import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';

export type { Logger } from 'pino';

/**
 * The log of the process: one JSON object a line, on standard error. Nothing of a request's content or credentials
 * goes into it. Lines that are written while a request is served have its request id, and the trace it is part of.
 */
export function createLogger(level: string, stream: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`;
  const serializers = { err: withoutContent, cause: withoutContent };
  const mixin = () => ({ ...currentLogFields() });
  return pino({ level, base: null, timestamp, serializers, mixin }, stream);
}

/** Where PostgreSQL's errors quote rows and statements. */
const quotingFields = ['detail', 'where', 'internalQuery'];

function withoutContent(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const fields = Object.entries(stdSerializers.err(thrown));
  return Object.fromEntries(fields.filter(([name]) => !quotingFields.includes(name)));
}

/** Drops everything. */
export const silentLogger: Logger = pino({ level: 'silent' });

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
