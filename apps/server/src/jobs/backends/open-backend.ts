import type { AgendaBackend } from 'agenda';
import { StartError } from '../../kernel/index.ts';

/** Where Agenda stores its jobs. */
export interface OpenedBackend {
  readonly backend: AgendaBackend;
  /** Closes its connections. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly url: string;
  /** Called when a connection is lost; the backend reconnects. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds in which a server must respond at the start. */
export const connectTimeoutMs = 5000;

/** Does not quote the URL, which may contain a password. */
export function unreachable(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`JOBS_URL: the ${server} server cannot be reached: ${reason}`, { cause });
}

/**
 * Opens the backend for a URL: `postgres:`, `redis:`, `rediss:`, `mongodb:` or `mongodb+srv:`. Only loads the driver it
 * needs.
 *
 * @throws StartError when its server cannot be reached.
 */
export async function openBackend(options: BackendOptions): Promise<OpenedBackend> {
  const [scheme = ''] = options.url.split(':');
  if (scheme.startsWith('redis')) return (await import('./redis-backend.ts')).openRedisBackend(options);
  if (scheme.startsWith('mongodb')) return (await import('./mongo-backend.ts')).openMongoBackend(options);
  return (await import('./postgres-backend.ts')).openPostgresBackend(options);
}
