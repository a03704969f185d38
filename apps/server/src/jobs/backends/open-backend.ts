import { openPostgresBackend } from './postgres-backend.ts';
import type { BackendOptions, ScheduleBackend } from './schedule-backend.ts';

/**
 * Opens what a URL names: `postgres:`, `redis:`, `rediss:`, `mongodb:` or `mongodb+srv:`. Drivers that are not asked
 * for are not loaded.
 *
 * @throws StartError when its server cannot be reached.
 */
export async function openBackend(options: BackendOptions): Promise<ScheduleBackend> {
  const [scheme = ''] = options.url.split(':');
  if (scheme.startsWith('redis')) return (await import('./redis-backend.ts')).openRedisBackend(options);
  if (scheme.startsWith('mongodb')) return (await import('./mongo-backend.ts')).openMongoBackend(options);
  return openPostgresBackend(options);
}
