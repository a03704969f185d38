import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * The log of the process: one JSON object a line, on standard error. Nothing of a request's content or credentials
 * goes into it.
 */
export function createLogger(level: string, stream: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, stream);
}

/** Drops everything. */
export const silentLogger: Logger = pino({ level: 'silent' });
