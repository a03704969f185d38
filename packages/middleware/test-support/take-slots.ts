/** A process that takes slots over several connections for some time and tells its parent what it saw. */
import process from 'node:process';
import type { RateLimitPolicy } from '@contract-kit/http-spec';
import { Redis } from 'ioredis';
import { createRedisRateLimitStore } from '../src/redis/index.ts';
import type { Observation } from '../src/testing/rolling-window-rule.ts';

const [url = '', policyText = '', connections = '', durationMs = ''] = process.argv.slice(2);
const policy = JSON.parse(policyText) as RateLimitPolicy;

/** Milliseconds of a clock that all processes of the machine share. */
const now = () => Number(process.hrtime.bigint()) / 1_000_000;

async function keepTaking(until: number): Promise<Observation[]> {
  const redis = new Redis(url);
  const store = createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) });
  const observations: Observation[] = [];
  while (now() < until) {
    const from = now();
    const { admitted } = await store.take('ada', policy);
    observations.push({ admitted, from, until: now() });
  }
  redis.disconnect();
  return observations;
}

const until = now() + Number(durationMs);
const observations = await Promise.all(Array.from({ length: Number(connections) }, () => keepTaking(until)));
process.send?.(observations.flat(), () => process.disconnect());
