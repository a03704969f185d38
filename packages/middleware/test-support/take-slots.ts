/**
 * A process that takes slots over several connections until it has been refused and admitted again several times, and
 * reports its observations to its parent. It has no time limit, so it also works on a slow machine.
 */
import process from 'node:process';
import type { RateLimitPolicy } from '@contract-kit/http-spec';
import { Redis } from 'ioredis';
import { createRedisRateLimitStore } from '../src/redis/index.ts';
import type { Observation } from '../src/testing/rolling-window-rule.ts';

const [url = '', policyText = '', connections = '', rounds = ''] = process.argv.slice(2);
const policy = JSON.parse(policyText) as RateLimitPolicy;

/** Milliseconds of a clock shared by all processes of the machine. */
const now = () => Number(process.hrtime.bigint()) / 1_000_000;

const observations: Observation[] = [];
let wasRefused = false;
let roundsLeft = Number(rounds);

async function keepTaking(): Promise<void> {
  const redis = new Redis(url);
  const store = createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) });
  while (roundsLeft > 0) {
    const from = now();
    const { admitted } = await store.take('ada', policy);
    observations.push({ admitted, from, until: now() });
    if (admitted && wasRefused) roundsLeft -= 1;
    wasRefused = !admitted;
  }
  redis.disconnect();
}

await Promise.all(Array.from({ length: Number(connections) }, keepTaking));
process.send?.(observations, () => process.disconnect());
