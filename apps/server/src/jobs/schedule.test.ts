import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { countingBacklog, createWaiting } from '#testing/jobs/counting-backlog.ts';
import { countingTask, describeSchedule } from '#testing/jobs/describe-schedule.ts';
import { defineBacklog, defineTask, StartError, silentLogger } from '../kernel/index.ts';
import { startSchedule } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(createWaiting);
});
afterAll(() => test.drop());

const options = () => ({ database: test.database, databaseUrl: test.url, backlogs: [], logger: silentLogger });

describeSchedule({ place: 'PostgreSQL', isHere: true, startServer: null });
describeSchedule({ place: 'Redis', isHere: hasRedis, startServer: startRedis });

it('recurring tasks leave one row each in PostgreSQL, removed tasks leave none, and tickets stay', async () => {
  await test.database.query("insert into agenda.agenda_jobs (name) values ('channel.publish'), ('import.run')");
  for (const name of ['test.first', 'test.last']) {
    const runner = await startSchedule({ ...options(), tasks: [countingTask(name).task] });
    await runner.stop(5000);
  }
  const { rows } = await test.database.query<{ name: string }>('select name from agenda.agenda_jobs order by name');
  expect(rows.map(({ name }) => name)).toEqual(['channel.publish', 'import.run', 'test.last']);
});

it('a process that stops leaves nothing locked, and its looks to others', async () => {
  const { counts, task } = countingTask('test.rare', undefined, 600);
  const { backlog } = countingBacklog(test, 'test.left');
  const start = () => startSchedule({ ...options(), tasks: [task], backlogs: [backlog], pollMs: 3_600_000 });
  const states = async () => {
    const text =
      'select name, locked_at is not null as locked, next_run_at <= now() as due from agenda.agenda_jobs order by name';
    const { rows } = await test.database.query<{ name: string; locked: boolean; due: boolean }>(text);
    return rows.filter(({ name }) => name === 'test.rare' || name === 'backlogs.look');
  };
  const first = await start();
  await expect.poll(() => counts.runs).toBe(1);
  await first.stop(5000);
  const second = await start();
  // Agenda locks what is due before its next poll.
  await expect.poll(async () => (await states()).every(({ locked }) => locked)).toBe(true);
  await second.stop(5000);
  expect(await states()).toEqual([
    { name: 'backlogs.look', locked: false, due: true },
    { name: 'test.rare', locked: false, due: false },
  ]);
  expect(counts.runs).toBe(1);
});

it.skipIf(!hasRedis)('recurring tasks are scheduled again after the schedule was lost', async () => {
  const server = await startRedis();
  const { counts, task } = countingTask('test.restored');
  const runner = await startSchedule({
    ...{ ...options(), jobsUrl: server.url, pollMs: 50, restoreMs: 100 },
    tasks: [task],
  });
  await expect.poll(() => counts.runs).toBeGreaterThan(0);
  const redis = new Redis(server.url);
  await redis.flushall();
  redis.disconnect();
  const runs = counts.runs;
  await expect.poll(() => counts.runs).toBeGreaterThan(runs + 1);
  await runner.stop(5000);
  await server.stop();
});

it.each([
  ['postgres://nobody@127.0.0.1:9/none', 'PostgreSQL'],
  ['redis://:secret@127.0.0.1:9', 'Redis'],
  ['mongodb://nobody:secret@127.0.0.1:9/none', 'MongoDB'],
])('the schedule does not start without the server of %s, and names it without its password', async (jobsUrl, name) => {
  const starting = startSchedule({ ...options(), jobsUrl, tasks: [] });
  const error = await starting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toContain(`JOBS_URL: the ${name} server cannot be reached`);
  expect((error as Error).message).not.toContain('secret');
});

describe('defineBacklog', () => {
  it('refuses an invalid name', () => {
    const define = () => defineBacklog('refresh', { source: { text: 'select 1' } }, async () => undefined);
    expect(define).toThrow('named "noun.verb"');
  });
});

describe('defineTask', () => {
  it('refuses an invalid definition', () => {
    const run = async () => undefined;
    expect(() => defineTask('sweep', 1, run)).toThrow('named "noun.verb"');
    expect(() => defineTask('a.b', 0, run)).toThrow('at most every second');
  });
});
