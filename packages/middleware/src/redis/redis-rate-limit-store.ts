import { createHash } from 'node:crypto';
import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { takeSlot, takeSlots } from './take-slot.ts';

/** A command and its arguments, as Redis takes them. */
export type RedisCommand = readonly [name: string, ...args: string[]];

export interface RedisRateLimitStoreOptions {
  /**
   * Sends a command and returns its reply, with any client. It should fail fast when Redis is unavailable: without an
   * offline queue, and with a command timeout.
   */
  readonly send: (command: RedisCommand) => Promise<unknown>;
  /** Prefix of all keys. Default: `rate-limit:`. */
  readonly keyPrefix?: string;
}

export interface RedisRateLimitStore extends RateLimitStore {
  take(subject: string, policy: RateLimitPolicy): Promise<RateDecision>;
  takeAll(subject: string, policies: readonly RateLimitPolicy[]): Promise<readonly RateDecision[]>;
}

interface Script {
  readonly text: string;
  readonly sha1: string;
}

const toScript = (text: string): Script => ({ text, sha1: createHash('sha1').update(text).digest('hex') });
const forOne = toScript(takeSlot);
const forSeveral = toScript(takeSlots);

const microsecondsPerMillisecond = 1000;

/**
 * Keeps the rolling windows in Redis (6 or later) or Valkey, so that all processes share the counts: one round trip per
 * request and one key per policy, at most 5 kB for a limit of 600, which expires one window after the last admission.
 * The script uses the clock of Redis. The subject is the hash tag of its keys: a cluster keeps them on one node.
 *
 * @example
 * const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: 1000 }); // ioredis
 * createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) });
 */
export function createRedisRateLimitStore(options: RedisRateLimitStoreOptions): RedisRateLimitStore {
  const { send, keyPrefix = 'rate-limit:' } = options;
  return {
    async take(subject, policy) {
      const args = ['1', keyOf(keyPrefix, subject, policy), ...boundsOf(policy)];
      return toDecision(policy, await evaluate(send, forOne, args, 1), 0);
    },
    async takeAll(subject, policies) {
      const keys = policies.map((policy) => keyOf(keyPrefix, subject, policy));
      const args = [String(keys.length), ...keys, ...policies.flatMap(boundsOf)];
      const reply = await evaluate(send, forSeveral, args, keys.length);
      return policies.map((policy, index) => toDecision(policy, reply, index));
    },
  };
}

/** The name is encoded, so that no subject ends up in another policy. */
function keyOf(prefix: string, subject: string, { name }: RateLimitPolicy): string {
  return `${prefix}{${subject}}:${encodeURIComponent(name)}`;
}

function boundsOf({ limit, windowMs }: RateLimitPolicy): string[] {
  const windowUs = Math.ceil(windowMs * microsecondsPerMillisecond);
  return [String(limit), String(windowUs), String(Math.ceil(windowMs))];
}

/** @param index of the policy among those of the request. */
function toDecision({ limit }: RateLimitPolicy, reply: readonly number[], index: number): RateDecision {
  return {
    admitted: reply[3 * index] === 1,
    limit,
    remaining: Math.max(0, limit - (reply[3 * index + 1] as number)),
    resetMs: (reply[3 * index + 2] as number) / microsecondsPerMillisecond,
  };
}

/** Runs a script by its hash; sends its text if Redis does not know it, after a restart or a flush. */
async function evaluate(
  send: RedisRateLimitStoreOptions['send'],
  script: Script,
  args: readonly string[],
  windows: number,
): Promise<readonly number[]> {
  try {
    return parseReply(await send(['EVALSHA', script.sha1, ...args]), windows);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return parseReply(await send(['EVAL', script.text, ...args]), windows);
  }
}

/** Three numbers per window: whether it has room, how many requests it counts, and when the oldest leaves it. */
function parseReply(reply: unknown, windows: number): readonly number[] {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  if (numbers.length !== 3 * windows) {
    throw new TypeError(`The script that takes slots returned no ${3 * windows} numbers.`);
  }
  return numbers;
}
