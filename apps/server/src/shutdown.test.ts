import { describe, expect, it } from 'vitest';
import { silentLogger } from './kernel/index.ts';
import { Shutdown } from './shutdown.ts';

const never = () => new Promise<never>(() => undefined);

describe('Shutdown', () => {
  it('ends all work at the same time, then the foundations from the last to the first', async () => {
    const shutdown = new Shutdown(silentLogger);
    const ended: string[] = [];
    const step = (name: string, end = async () => {}) => ({
      name,
      withinMs: 10_000,
      end: async () => {
        await end();
        ended.push(name);
      },
    });
    const { promise: jobsEnded, resolve: endJobs } = Promise.withResolvers<void>();
    shutdown.addFoundation(step('database'));
    shutdown.addFoundation(step('container'));
    shutdown.addWork(step('requests', () => jobsEnded));
    shutdown.addWork(step('jobs', async () => endJobs()));
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(ended.slice(0, 2).sort()).toEqual(['jobs', 'requests']);
    expect(ended.slice(2)).toEqual(['container', 'database']);
  });

  it('ends the rest when a step fails or never ends', async () => {
    const messages: unknown[] = [];
    const logger = { ...silentLogger, error: (...args: unknown[]) => void messages.push(args.at(-1)) };
    const shutdown = new Shutdown(logger as typeof silentLogger);
    let isDatabaseEnded = false;
    const endDatabase = async () => {
      isDatabaseEnded = true;
    };
    shutdown.addFoundation({ name: 'database', withinMs: 10_000, end: endDatabase });
    shutdown.addFoundation({ name: 'container', withinMs: 10, end: never });
    shutdown.addWork({ name: 'HTTP server', withinMs: 10, end: never });
    shutdown.addWork({ name: 'jobs', withinMs: 10_000, end: () => Promise.reject(new Error('gone')) });
    await shutdown.run();
    expect(isDatabaseEnded).toBe(true);
    expect(messages.sort()).toEqual([
      'Ending the jobs failed.',
      'The HTTP server did not end within 0.01 seconds.',
      'The container did not end within 0.01 seconds.',
    ]);
  });
});
