import type { Job, JobError, JobStatus, JobSummary, JobType, Scope } from '@product-content/contract';
import { createTestJob, type TestJobOptions } from '@product-content/server/testing';
import { expectError } from '@product-content/test-support/app/expect-response';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp({ ROLE: 'api' });
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const make = (options: TestJobOptions = {}, workspace = open.workspace) => createTestJob(app, workspace, options);
const keyOf = async (...scopes: Scope[]) => app.api((await app.createKey(open.workspace, scopes)).key);

describe('a job', () => {
  it('is shown with its progress, its first errors and its links', async () => {
    const jobId = await make({ status: 'running', errors: 120 });
    const { data } = await open.api.get<Job>(`/jobs/${jobId}`);
    const self = `${app.baseUrl}/jobs/${jobId}`;
    expect(data).toEqual({
      jobId,
      type: 'import',
      status: 'running',
      fileName: null,
      dryRun: false,
      progress: { processed: 0, total: null, percent: 0 },
      result: null,
      errors: expect.any(Array),
      errorCount: 120,
      warnings: [],
      warningCount: 0,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: null,
      expiresAt: null,
      settings: { profile: null, preset: null, mapping: {}, options: expect.objectContaining({ mode: 'upsert' }) },
      links: { self, errors: `${self}/errors`, failedRows: `${self}/failed-rows`, cancel: `${self}/cancel` },
    });
    expect(data.errors.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('has no link to cancel it once it is over, and none to errors if there are none', async () => {
    const jobId = await make({ status: 'failed' });
    const { links } = (await open.api.get<Job>(`/jobs/${jobId}`)).data;
    expect(links).toEqual({ self: `${app.baseUrl}/jobs/${jobId}` });
  });

  it('shows its errors in pages, in the order they were found', async () => {
    const jobId = await make({ status: 'completed', errors: 120 });
    const rows: (number | null)[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const response = await open.api.get<JobError[]>(`/jobs/${jobId}/errors?limit=50&page=${page}`);
      expect(response.pagination).toMatchObject({ page, limit: 50, total: 120, totalPages: 3 });
      rows.push(...response.data.map(({ row }) => row));
      more = response.pagination.hasMore;
    }
    expect(rows).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect((await open.api.get(`/jobs/${jobId}/errors?page=2147483647`)).data).toEqual([]);
    expectInvalid(await open.api.get(`/jobs/${jobId}/errors?page=0`), 'page');
  });

  it('returns all its errors as one CSV file, whose cells no spreadsheet runs', async () => {
    const jobId = await make({ status: 'completed', errors: 2500 });
    await app.query(
      `update job_error set sku = '=1+1' where position = 3 and job_id in (
      select id from job where workspace_id = $1)`,
      [open.workspace.id],
    );
    const { status, headers, text } = await open.api.get(`/jobs/${jobId}/errors.csv`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${jobId}-errors.csv`);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(2501);
    expect(lines[0]).toBe('row,column,sku,field,code,message,value');
    expect(lines[2]).toBe('2,Price,P-2,price,validation_failed,Must be a number.,');
    expect(lines[3]).not.toContain(',=1+1');
    expect(lines[2500]).toContain('2500,Price,P-2500');
  });
});

describe('the list of jobs', () => {
  const idsOf = (jobs: readonly JobSummary[]) => jobs.map(({ jobId }) => jobId);

  it('is newest first, by number and by cursor, even when many were created at the same moment', async () => {
    const moment = new Date('2026-01-31T09:30:00.000Z');
    for (let number = 0; number < 7; number += 1) await make({ createdAt: moment });
    const newest = await make();
    const all = idsOf((await open.api.get<JobSummary[]>('/jobs')).data);
    expect(all).toHaveLength(8);
    expect(all[0]).toBe(newest);
    const walked: string[] = [];
    let path = '/jobs?limit=3';
    for (let page = 1; path !== ''; page += 1) {
      const { data, pagination } = await open.api.get<JobSummary[]>(path);
      expect(pagination).toMatchObject({ page, total: 8, totalPages: 3 });
      expect(data).toEqual((await open.api.get(`/jobs?limit=3&page=${page}`)).data);
      walked.push(...idsOf(data));
      path = pagination.nextCursor === null ? '' : `/jobs?limit=3&cursor=${pagination.nextCursor}`;
    }
    expect(walked).toEqual(all);
  });

  it('names the file of an import and of an export, the known rows, and which import is a dry run', async () => {
    const form = new FormData();
    form.set('file', new Blob(['sku,name\nMUG,Mug\nCUP,Cup\n']), 'Preise für Köln.csv');
    form.set('dryRun', 'true');
    await open.api.post('/imports', form);
    await open.api.post('/exports', { fileName: 'prices', format: 'xlsx', async: true });
    expect((await open.api.get<JobSummary[]>('/jobs')).data).toMatchObject([
      { type: 'export', fileName: 'prices.xlsx', dryRun: false, progress: { total: null } },
      { type: 'import', fileName: 'Preise für Köln.csv', dryRun: true, progress: { total: 2 } },
    ]);
  });

  it('is filtered by type and status', async () => {
    const made: Record<string, string> = {};
    for (const type of ['import', 'export'] as JobType[]) {
      for (const status of ['queued', 'completed'] as JobStatus[]) {
        made[`type=${type}&status=${status}`] = await make({ type, status });
      }
    }
    for (const [query, jobId] of Object.entries(made)) {
      expect(idsOf((await open.api.get<JobSummary[]>(`/jobs?${query}`)).data)).toEqual([jobId]);
    }
    expect((await open.api.get('/jobs?type=export')).pagination.total).toBe(2);
    expectInvalid(await open.api.get('/jobs?type=nap'), 'type');
    expectInvalid(await open.api.get('/jobs?status=asleep'), 'status');
  });

  it('accepts no cursor of another list', async () => {
    for (let number = 0; number < 3; number += 1) await make();
    const { nextCursor } = (await open.api.get('/jobs?limit=1')).pagination;
    expectInvalid(await open.api.get(`/jobs?limit=1&type=import&cursor=${nextCursor}`), 'cursor');
    const { api } = await openWorkspace(app);
    expectInvalid(await api.get(`/jobs?limit=1&cursor=${nextCursor}`), 'cursor');
  });
});

describe('visibility of a job', () => {
  const seenBy: Record<JobType, Scope[]> = {
    import: ['products:read', 'products:write'],
    export: ['exports:read'],
    'channel.publish': ['channels:read', 'channels:write'],
  };
  const scopes = Object.values(seenBy).flat();
  const types = Object.keys(seenBy) as JobType[];

  it.each(types)('of the type %s follows from the scopes of the key', async (type) => {
    const jobId = await make({ type, errors: 1 });
    for (const scope of scopes) {
      const api = await keyOf(scope);
      const isSeen = seenBy[type].includes(scope);
      expect((await api.get<JobSummary[]>('/jobs')).data.map((job) => job.jobId)).toEqual(isSeen ? [jobId] : []);
      expect((await api.get(`/jobs?type=${type}`)).pagination.total).toBe(isSeen ? 1 : 0);
      for (const path of [`/jobs/${jobId}`, `/jobs/${jobId}/errors`, `/jobs/${jobId}/errors.csv`]) {
        const response = await api.get(path);
        if (isSeen) expect(response.status).toBe(200);
        else expect(expectError(response, 'not_found').message).toBe('The job does not exist.');
      }
    }
  });

  it('excludes keys without a scope of jobs, and those of another workspace', async () => {
    const jobId = await make();
    expectError(await (await keyOf('catalog:read', 'assets:write')).get('/jobs'), 'forbidden');
    const { api } = await openWorkspace(app);
    const missing = `/jobs/job_01k9f2v6m8e5fa1s3tqzc7d4xb`;
    for (const [method, end] of [
      ['GET', ''],
      ['GET', '/errors'],
      ['POST', '/cancel'],
    ] as const) {
      const [theirs, none] = [await api.send(method, `/jobs/${jobId}${end}`), await api.send(method, missing + end)];
      const { requestId: _, ...error } = expectError(theirs, 'not_found');
      expect(expectError(none, 'not_found')).toMatchObject(error);
    }
    expect((await api.get('/jobs')).data).toEqual([]);
    expect((await open.api.get<Job>(`/jobs/${jobId}`)).data.status).toBe('queued');
  });
});

describe('canceling a job', () => {
  it.each(['queued', 'running'] as const)('ends one that is %s, and can be repeated', async (status) => {
    const jobId = await make({ status });
    const { data } = await open.api.post<Job>(`/jobs/${jobId}/cancel`);
    expect(data).toMatchObject({ jobId, status: 'canceled', finishedAt: expect.any(String) });
    expect(data.links).not.toHaveProperty('cancel');
    expect((await open.api.get(`/jobs/${jobId}`)).data).toEqual(data);
    expect((await open.api.post(`/jobs/${jobId}/cancel`)).data).toEqual(data);
  });

  it.each(['completed', 'failed'] as const)('that is %s changes nothing', async (status) => {
    const jobId = await make({ status });
    const before = (await open.api.get<Job>(`/jobs/${jobId}`)).data;
    expect(expectError(await open.api.post(`/jobs/${jobId}/cancel`), 'conflict').message).toContain(status);
    expect((await open.api.get(`/jobs/${jobId}`)).data).toEqual(before);
  });

  it('requires a scope that starts such a job', async () => {
    const jobs = { import: await make({ type: 'import' }), publish: await make({ type: 'channel.publish' }) };
    const reader = await keyOf('products:read', 'channels:read', 'exports:read');
    expect(expectError(await reader.post(`/jobs/${jobs.import}/cancel`), 'forbidden').message).toContain(
      'products:write',
    );
    expect(expectError(await reader.post(`/jobs/${jobs.publish}/cancel`), 'forbidden').message).toContain(
      'channels:write',
    );
    const writer = await keyOf('products:write');
    expect((await writer.post<Job>(`/jobs/${jobs.import}/cancel`)).data.status).toBe('canceled');
    expectError(await writer.post(`/jobs/${jobs.publish}/cancel`), 'not_found');
  });

  it('is not replayed to a key that could not cancel it', async () => {
    const jobId = await make({ type: 'import' });
    const once = { 'idempotency-key': 'cancel' };
    const first = await open.api.post<Job>(`/jobs/${jobId}/cancel`, undefined, once);
    expect(first.status).toBe(200);
    const [reader, stranger] = [await keyOf('products:read', 'exports:read'), await keyOf('exports:read')];
    expectError(await reader.post(`/jobs/${jobId}/cancel`, undefined, once), 'forbidden');
    expectError(await stranger.post(`/jobs/${jobId}/cancel`, undefined, once), 'not_found');
    const writer = await keyOf('products:write');
    expect((await writer.post<Job>(`/jobs/${jobId}/cancel`, undefined, once)).text).toBe(first.text);
  });

  it('of all kinds at the same time ends each once', async () => {
    const jobId = await make({ status: 'running' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => open.api.post<Job>(`/jobs/${jobId}/cancel`)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ data }) => data.finishedAt)).size).toBe(1);
  });
});
