import { setTimeout as delay } from 'node:timers/promises';
import type { ExportResult, Job } from '@product-content/contract';
import { expect } from 'vitest';
import type { Api } from '../../support/app-server.ts';

/** A job when it is over. */
export async function finished(api: Api, { jobId }: Pick<Job, 'jobId'>): Promise<Job> {
  for (;;) {
    const { data } = await api.get<Job>(`/jobs/${jobId}`);
    if (data.finishedAt !== null) return data;
    await delay(50);
  }
}

/** The completed job of an export, and what came of it. */
export async function runExport(api: Api, body: object): Promise<Job & { readonly result: ExportResult }> {
  const response = await api.post<Job>('/exports', { async: true, ...body });
  expect(response.status, response.toString()).toBe(202);
  const job = await finished(api, response.data);
  expect(job.status, JSON.stringify(job)).toBe('completed');
  return job as Job & { readonly result: ExportResult };
}
