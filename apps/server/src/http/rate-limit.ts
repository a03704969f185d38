import cluster from 'node:cluster';
import process from 'node:process';
import {
  createMemoryRateLimitStore,
  type FallbackOptions,
  type RateLimitOptions,
  type RateLimitStore,
  withFallback,
} from '@contract-kit/middleware';
import { createIpcRateLimitStore } from '@contract-kit/middleware/ipc';
import { createPostgresRateLimitStore } from '@contract-kit/middleware/postgres';
import { createRedisRateLimitStore } from '@contract-kit/middleware/redis';
import { rateLimitPolicies } from '@product-content/contract';
import type { Config } from '../config/index.ts';
import type { Ports } from '../features/ports.ts';
import { defineTask } from '../kernel/index.ts';
import type { Measurement } from '../observability/index.ts';
import { toSqlExecutor } from '../storage/index.ts';

interface OpenStore {
  readonly store: RateLimitStore;
  close(): void;
}

/** Milliseconds to wait for a reply. With less, a busy process would mistake its own delay for a silent Redis. */
const redisTimeoutMs = 1000;

/**
 * Counts in memory (with several processes, in that of the parent), or in PostgreSQL or Redis for all servers together.
 * While the shared store is unavailable, each process counts separately: that is no reason to reject requests or not to
 * start.
 */
export async function createRateLimiting(
  { database, logger }: Pick<Ports, 'database' | 'logger'>,
  { rateLimit, rateLimitStore, redisUrl }: Pick<Config, 'rateLimit' | 'rateLimitStore' | 'redisUrl'>,
) {
  const windows = createPostgresRateLimitStore({ query: toSqlExecutor(database).query });
  const own = createMemoryRateLimitStore();
  let isAlone = false;
  const reports: FallbackOptions = {
    onError: (err) => {
      isAlone = true;
      logger.error({ err }, 'The shared rate-limit store is unavailable: this process counts requests by itself.');
    },
    onRecovery: () => {
      isAlone = false;
      logger.info('Requests are counted for all processes together again.');
    },
  };
  const readFallback = (): Measurement[] => [{ metric: 'pcm.rate_limit.fallback', value: Number(isAlone) }];
  const inMemory = () => (cluster.isWorker ? withFallback(createIpcRateLimitStore(process), own, reports) : own);
  const open = async (): Promise<OpenStore> => {
    if (rateLimitStore === 'postgres') return { store: withFallback(windows, own, reports), close: () => undefined };
    if (rateLimitStore === 'memory' || redisUrl === null) return { store: inMemory(), close: () => undefined };
    const { store, close } = await openRedis(redisUrl);
    return { store: withFallback(store, own, reports), close };
  };
  const { store, close } = await open();
  return {
    rateLimit: createRateLimit(store, rateLimit),
    metricSources: [{ name: 'rate limit', read: readFallback }],
    tasks: [defineTask('rate-limit.sweep', 600, () => windows.sweep())],
    close,
  };
}

/**
 * The rate limits of the contract; the server's setting replaces the standard one, and scales the others in proportion.
 */
export function createRateLimit(store: RateLimitStore, limit: number): RateLimitOptions {
  const policies = Object.fromEntries(
    Object.entries(rateLimitPolicies).map(([name, policy]) => {
      return [name, { ...policy, limit: Math.ceil((policy.limit * limit) / rateLimitPolicies.standard.limit) }];
    }),
  );
  return { store, policies, addressPolicy: { ...rateLimitPolicies.standard, name: 'address', limit } };
}

/** Connects with the first request: commands and workers do not count requests. */
async function openRedis(url: string): Promise<OpenStore> {
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
  // Errors are reported by the requests that fail meanwhile.
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
