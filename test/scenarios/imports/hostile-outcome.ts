import type { HostileFile } from '@product-content/test-support/hostile/hostile-files';
import { expect } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import type { Api, ApiResponse } from '../../support/app-server.ts';
import { finished } from '../exports/run-export.ts';

/** POST /imports of a hostile file. */
export async function sendHostile(
  api: Api,
  { fileName, fields = {}, build }: HostileFile,
): Promise<ApiResponse<unknown>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await build())]), fileName);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return api.post('/imports', form);
}

/** Waits for what becomes of a hostile file that was sent, and holds it to what the table says. */
export async function expectOutcome(
  api: Api,
  { expected }: HostileFile,
  response: ApiResponse<unknown>,
): Promise<void> {
  if (expected.kind === 'refused') {
    const { details } = expectError(response, 'validation_failed');
    expect(details?.fieldErrors).toEqual({ [expected.field]: expect.stringMatching(expected.says) });
    return;
  }
  expect(response.status, response.toString()).toBe(202);
  const job = await finished(api, response.data as { readonly jobId: string });
  expect(job.status, JSON.stringify(job)).toBe(expected.status);
  const [first] = job.errors;
  const said = job.status === 'failed' ? JSON.stringify(job.result) : `${first?.field}: ${first?.message}`;
  if (expected.says === undefined) expect(job.errorCount).toBe(0);
  else expect(said).toMatch(expected.says);
}
