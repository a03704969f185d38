import { createReadStream, createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Client, FileStream, formStream, jsonLines, readJsonLines } from '@contract-kit/client';
import type { contract as readings } from '../recipes/ndjson.ts';
import type { Api } from './first-product.ts';

/** Sends a file of any size while it is read. The function opens it again for each attempt. */
export async function importFile(api: Api, path: string): Promise<string> {
  const file = new FileStream(() => createReadStream(path), basename(path), { type: 'text/csv' });
  const { body } = await api.imports.create({ body: formStream({ file }) });
  return body.data.jobId;
}

/** Writes an export to disk while it arrives; false when a job makes the file. */
export async function exportTo(api: Api, path: string): Promise<boolean> {
  const response = await api.exports.create({ body: { format: 'csv', columns: ['sku', 'name'] } });
  if (response.status !== 200) return false;
  await pipeline(response.body, createWriteStream(path));
  return true;
}

/** One JSON value per line, both ways: memory holds one of them. */
export async function addUp(
  api: Client<typeof readings>,
  values: () => AsyncIterable<{ readonly sensor: string; readonly value: number }>,
): Promise<{ sensor: string; total: number } | null> {
  await api.send({ body: jsonLines(values) });
  const { body } = await api.totals();
  // Leaving the loop ends the connection.
  for await (const total of readJsonLines<{ sensor: string; total: number }>(body)) return total;
  return null;
}
