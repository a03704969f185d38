import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';

export type { Logger } from 'pino';

/**
 * The log of the process: one JSON object per line, on standard error. It contains nothing of a request's content or
 * credentials. Lines written while a request is served have its request id and trace id.
 */
export function createLogger(level: string, stream: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`;
  const serializers = { err: withoutContent, cause: withoutContent };
  const mixin = () => ({ ...currentLogFields() });
  return pino({ level, base: null, timestamp, serializers, mixin }, stream);
}

/** Fields in which PostgreSQL's errors quote rows and statements. */
const quotingFields = ['detail', 'where', 'internalQuery'];

function withoutContent(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const fields = Object.entries(stdSerializers.err(thrown));
  return Object.fromEntries(fields.filter(([name]) => !quotingFields.includes(name)));
}

/** Drops all lines. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** Fields of log lines that identify the current work. */
export interface LogFields {
  readonly requestId?: string;
  /** The id of the trace that the work belongs to. */
  readonly traceId?: string;
  /** Public id, `job_…`. */
  readonly job?: string;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Runs work whose log lines have these fields, in addition to those already set. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

/** The fields of the calling work. */
export function currentLogFields(): LogFields {
  return storage.getStore() ?? {};
}
