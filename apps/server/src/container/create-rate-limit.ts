import {
  createMemoryRateLimitStore,
  type FallbackOptions,
  type RateLimitStore,
  withFallback,
} from '@contract-kit/middleware';
import type { PostgresRateLimitStore } from '@contract-kit/middleware/postgres';
import { createRedisRateLimitStore } from '@contract-kit/middleware/redis';
import type { Config } from '../config/index.ts';
import type { Logger } from '../kernel/index.ts';

/** Where requests are counted, with its connection. */
export interface RateLimitCounting {
  readonly store: RateLimitStore;
  close(): void;
}

/** A reply that takes longer is not waited for. Less would take a busy process for a silent Redis. */
const redisTimeoutMs = 1000;

/**
 * Counts in this process, or in PostgreSQL or Redis for all processes together. While the shared store is away, each
 * process counts for itself: a cache that is down is no reason to answer nobody, nor to start none.
 */
export async function createRateLimitCounting(
  { rateLimitStore, redisUrl }: Pick<Config, 'rateLimitStore' | 'redisUrl'>,
  windows: PostgresRateLimitStore,
  logger: Logger,
): Promise<RateLimitCounting> {
  const own = createMemoryRateLimitStore();
  const reports: FallbackOptions = {
    onError: (err) => logger.error({ err }, 'Requests are counted by this process alone.'),
    onRecovery: () => logger.info('Requests are counted for all processes together again.'),
  };
  if (rateLimitStore === 'postgres') return { store: withFallback(windows, own, reports), close: () => undefined };
  if (rateLimitStore === 'memory' || redisUrl === null) return { store: own, close: () => undefined };
  const { store, close } = await openRedis(redisUrl);
  return { store: withFallback(store, own, reports), close };
}

/** Connects with the first request: commands and workers count none. */
async function openRedis(url: string): Promise<RateLimitCounting> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    connectTimeout: redisTimeoutMs,
    commandTimeout: redisTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, 2000),
    connectionName: 'product-content',
  });
  // The requests that fail meanwhile are reported.
  redis.on('error', () => undefined);
  let connected: Promise<void> | undefined;
  const store = createRedisRateLimitStore({
    keyPrefix: 'product-content:rate-limit:',
    async send([name, ...args]) {
      connected ??= redis.connect().catch(() => undefined);
      await connected;
      return redis.call(name, ...args);
    },
  });
  return { store, close: () => redis.disconnect() };
}
