import type { ImportAccepted, ImportOptions, ImportResult, Job } from '@product-content/contract';
import { expect } from 'vitest';
import type { Api, ApiResponse } from '../../support/app-server.ts';
import { finished } from '../exports/run-export.ts';

export interface SentFile {
  readonly content: string | Buffer;
  /** Default `products.csv`. */
  readonly name?: string;
  readonly options?: Partial<ImportOptions>;
  /** Fields of their own. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** POST /imports. */
export function sendFile(api: Api, file: SentFile): Promise<ApiResponse<ImportAccepted>> {
  const { content, name = 'products.csv', options = {}, fields = {} } = file;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  form.set('options', JSON.stringify(options));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return api.post<ImportAccepted>('/imports', form);
}

/** An import that is over. */
export type FinishedImport = Job & { readonly result: ImportResult };

/** Imports a file and waits for the end of its job, however it ends. */
export async function runImport(api: Api, file: SentFile): Promise<FinishedImport> {
  const response = await sendFile(api, file);
  expect(response.status, response.toString()).toBe(202);
  return (await finished(api, response.data)) as FinishedImport;
}
