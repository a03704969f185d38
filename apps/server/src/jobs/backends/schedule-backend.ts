import type { AgendaBackend } from 'agenda';
import { StartError } from '../../kernel/index.ts';

/** Where Agenda keeps when each job runs. */
export interface ScheduleBackend {
  readonly backend: AgendaBackend;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** What opens a backend. */
export interface BackendOptions {
  readonly url: string;
  /** Told when a connection is lost; it is made again. */
  readonly onError: (error: unknown) => void;
}

/** How long a server may take to answer at the start, in milliseconds. */
export const connectTimeoutMs = 5000;

/** In words for whoever starts the app. The URL may hold a password and is not in them. */
export function unreachable(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`JOBS_URL: the ${server} server cannot be reached: ${reason}`, { cause });
}
