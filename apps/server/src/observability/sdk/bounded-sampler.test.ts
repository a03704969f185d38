import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { BoundedSampler } from './bounded-sampler.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';

function countRecorded(sampler: BoundedSampler, traces: number): number {
  const decisions = Array.from({ length: traces }, () => sampler.shouldSample(ROOT_CONTEXT, traceId).decision);
  return decisions.filter((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;
}

it('records every trace up to its bound, and as many again in the next second', () => {
  let now = 5_000_000;
  const sampler = new BoundedSampler({ ratio: 1, perSecond: 3, now: () => now });
  expect(countRecorded(sampler, 2)).toBe(2);
  expect(countRecorded(sampler, 10)).toBe(1);
  now += 1000;
  expect(countRecorded(sampler, 10)).toBe(3);
});

it('records nothing at a ratio of 0, and uses up nothing of its bound', () => {
  expect(countRecorded(new BoundedSampler({ ratio: 0, perSecond: 3 }), 10)).toBe(0);
});
