import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, createTestJob, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { decodeId, silentLogger, type WorkspaceSettings } from '../../kernel/index.ts';
import type { JobHandler } from './job-handler.ts';
import { sweepJobs } from './sweep-jobs.ts';

let test: TestDatabase;
let workspace: WorkspaceSettings;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.database.query('delete from job');
  workspace = await createTestWorkspace(test.database);
});
afterAll(() => test.drop());

const sweep = (handlers: readonly JobHandler[], now: Date, batchSize = 2) =>
  sweepJobs({ database: test.database, handlers, logger: silentLogger }, now, { batchSize });

const count = async (table: 'job' | 'job_error') => (await test.database.query(`select from ${table}`)).rowCount;

it('deletes jobs that have expired, with their errors, and no others', async () => {
  for (const status of ['completed', 'failed', 'canceled'] as const) {
    await createTestJob(test.database, workspace, { status, errors: 5 });
  }
  await createTestJob(test.database, workspace, { status: 'running', errors: 1 });
  expect(await sweep([], inDays(6.9))).toBe(0);
  expect(await sweep([], inDays(7.1))).toBe(3);
  expect([await count('job'), await count('job_error')]).toEqual([1, 1]);
});

it('first deletes what a job stored elsewhere, and continues when that fails', async () => {
  const made: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    made.push(await createTestJob(test.database, workspace, { type: 'export', status: 'completed' }));
  }
  const [stubborn] = made.map((id) => decodeId('job', id));
  const discarded: string[] = [];
  const handler: JobHandler = {
    type: 'export',
    run: async () => ({}),
    async discard({ id }) {
      if (id === stubborn) throw new Error('The store is down.');
      discarded.push(id);
    },
  };
  expect(await sweep([handler], inDays(8))).toBe(4);
  expect(discarded).toHaveLength(4);
  const left = await test.database.query<{ id: string }>('select id from job');
  expect(left.rows).toEqual([{ id: stubborn }]);
});
