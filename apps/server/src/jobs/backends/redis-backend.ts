import { RedisBackend } from '@agendajs/redis-backend';
import { Redis } from 'ioredis';
import { type BackendOptions, connectTimeoutMs, type OpenedBackend, unreachable } from './open-backend.ts';

/** Distinct from the keys of other applications on the same server. */
const keyPrefix = 'product-content:agenda:';

/** @throws StartError when the server cannot be reached. */
export async function openRedisBackend({ url, onError }: BackendOptions): Promise<OpenedBackend> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: connectTimeoutMs, retryStrategy: () => null });
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  try {
    await Promise.race([redis.connect(), failed]);
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw unreachable('Redis', error);
  }
  redis.on('error', onError);
  // A connection lost later is reopened, with no limit on attempts.
  redis.options.retryStrategy = (times) => Math.min(times * 200, 5000);
  const backend = new RedisBackend({ redis, keyPrefix });
  // Due jobs are found by polling; a second connection that only listens would gain nothing.
  Object.defineProperty(backend, 'notificationChannel', { value: undefined });
  return { backend, close: async () => redis.disconnect() };
}
