import { createHash } from 'node:crypto';
import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { takeSlot } from './take-slot.ts';

/** A command and its arguments, as Redis takes them. */
export type RedisCommand = readonly [name: string, ...args: string[]];

export interface RedisRateLimitStoreOptions {
  /**
   * Sends a command and returns its reply, with whatever client there is. It should fail soon when Redis is away:
   * without a queue for the time offline, and with a limit on the time a command may take.
   */
  readonly send: (command: RedisCommand) => Promise<unknown>;
  /** What all keys begin with. Default: `rate-limit:`. */
  readonly keyPrefix?: string;
}

export interface RedisRateLimitStore extends RateLimitStore {
  take(subject: string, policy: RateLimitPolicy): Promise<RateDecision>;
}

const script = { text: takeSlot, sha1: createHash('sha1').update(takeSlot).digest('hex') };

const microsecondsPerMillisecond = 1000;

/**
 * Keeps the rolling windows in Redis (6 or later) or Valkey, so that all processes count together: one round trip and
 * one key a request, at most 5 kB for a limit of 600, gone a window after the last admission. The script decides by
 * the clock of Redis. As each request concerns one key, a cluster needs no hash tags.
 *
 * @example
 * const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: 1000 }); // ioredis
 * createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) });
 */
export function createRedisRateLimitStore(options: RedisRateLimitStoreOptions): RedisRateLimitStore {
  const { send, keyPrefix = 'rate-limit:' } = options;
  return {
    async take(subject, { name, limit, windowMs }) {
      // The name is encoded: no subject can end up in another policy.
      const key = `${keyPrefix}${encodeURIComponent(name)}:${subject}`;
      const windowUs = Math.ceil(windowMs * microsecondsPerMillisecond);
      const args = ['1', key, String(limit), String(windowUs), String(Math.ceil(windowMs))];
      const [admitted, used, resetUs] = parseReply(await evaluate(send, args));
      return {
        admitted: admitted === 1,
        limit,
        remaining: Math.max(0, limit - used),
        resetMs: resetUs / microsecondsPerMillisecond,
      };
    },
  };
}

/** By its hash; with its text where Redis does not know it, after a restart or a flush. */
async function evaluate(send: RedisRateLimitStoreOptions['send'], args: readonly string[]): Promise<unknown> {
  try {
    return await send(['EVALSHA', script.sha1, ...args]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return send(['EVAL', script.text, ...args]);
  }
}

function parseReply(reply: unknown): readonly [admitted: number, used: number, resetUs: number] {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [admitted, used, resetUs] = numbers;
  if (numbers.length !== 3 || admitted === undefined || used === undefined || resetUs === undefined) {
    throw new TypeError('The script that takes a slot was not answered by three numbers.');
  }
  return [admitted, used, resetUs];
}
