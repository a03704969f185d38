import type { AgendaBackend } from 'agenda';
import { StartError } from '../../kernel/index.ts';

/** Where Agenda keeps its jobs. */
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

/** How long a server may take to respond at the start, in milliseconds. */
export const connectTimeoutMs = 5000;

/** Does not quote the URL, which may hold a password. */
export function unreachable(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`JOBS_URL: the ${server} server cannot be reached: ${reason}`, { cause });
}

/**
 * Opens what a URL names: `postgres:`, `redis:`, `rediss:`, `mongodb:` or `mongodb+srv:`. Drivers that are not
 * needed are not loaded.
 *
 * @throws StartError when its server cannot be reached.
 */
export async function openBackend(options: BackendOptions): Promise<OpenedBackend> {
  const [scheme = ''] = options.url.split(':');
  if (scheme.startsWith('redis')) return (await import('./redis-backend.ts')).openRedisBackend(options);
  if (scheme.startsWith('mongodb')) return (await import('./mongo-backend.ts')).openMongoBackend(options);
  return (await import('./postgres-backend.ts')).openPostgresBackend(options);
}
