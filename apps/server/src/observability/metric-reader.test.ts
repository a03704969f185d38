import { describe, expect, it } from 'vitest';
import { silentLogger } from '../kernel/index.ts';
import { MetricReader } from './metric-reader.ts';
import type { Measurement, MetricSource } from './metric-source.ts';

const memory = (value: number): Measurement => ({ metric: 'pcm.database.size', value });
const failures = (source: string, value: number) => ({
  metric: 'pcm.metrics.failed_reads',
  attributes: { source },
  value,
});

/** A source that says how often it was read. */
function createSource(name: string, read: (reading: number) => Promise<readonly Measurement[]>) {
  const source = { name, readings: 0, read: () => read(++source.readings) };
  return source satisfies MetricSource;
}

const readerOf = (sources: readonly MetricSource[], options: { freshMs?: number; timeoutMs?: number } = {}) =>
  new MetricReader({ sources, logger: silentLogger, ...options });

describe('a reading of metrics', () => {
  it('is reused for a while, however many request it', async () => {
    const source = createSource('database', async (reading) => [memory(reading)]);
    const reader = readerOf([source], { freshMs: 3_600_000 });
    const read = await Promise.all([reader.read(), reader.read(), reader.read()]);
    expect(read).toEqual(Array(3).fill([memory(1), failures('database', 0)]));
    expect(source.readings).toBe(1);
  });

  it('leaves out sources that fail, and counts them', async () => {
    const broken = createSource('broken', () => Promise.reject(new Error('The database is away.')));
    const reader = readerOf([broken, createSource('database', async () => [memory(1)])], { freshMs: 0 });
    await reader.read();
    expect(await reader.read()).toEqual([memory(1), failures('broken', 2), failures('database', 0)]);
  });

  it('does not wait for slow sources, nor query them again meanwhile', async () => {
    const slow = Promise.withResolvers<readonly Measurement[]>();
    const source = createSource('slow', () => slow.promise);
    const reader = readerOf([source], { freshMs: 0, timeoutMs: 1 });
    expect(await reader.read()).toEqual([failures('slow', 1)]);
    expect(await reader.read()).toEqual([failures('slow', 2)]);
    expect(source.readings).toBe(1);
    slow.resolve([memory(1)]);
    await slow.promise;
    await expect.poll(async () => (await reader.read()).length).toBe(2);
  });
});
