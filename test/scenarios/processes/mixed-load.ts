import { setTimeout as delay } from 'node:timers/promises';
import type { Asset, Channel, ExportResult, ImportResult, Job } from '@product-content/contract';
import type { Api, ApiResponse } from '@product-content/test-support/app-server';
import { expect } from 'vitest';
import type { Fleet } from './fleet.ts';

/** Milliseconds a client thinks before it goes on, so that it leaves the processor to servers that start. */
export const thinkMs = 10;

/**
 * Sends a request until it gets a response, as a client would: a connection that broke tells nothing, and the same key may
 * still be at work in another process.
 */
export async function insist<Data>(send: () => Promise<ApiResponse<Data>>): Promise<ApiResponse<Data>> {
  for (;;) {
    const response = await send().catch(() => null);
    const isOver = response !== null && response.status !== 502;
    if (isOver && !(response.status === 409 && response.error.code === 'idempotency_in_progress')) return response;
    await delay(50);
  }
}

/** How many products a writer has made; each is changed once. */
export async function write(fleet: Fleet, name: string, mayEnd: () => boolean): Promise<number> {
  const { key } = await fleet.createKey();
  const api = fleet.api(key);
  let count = 0;
  for (; count < 5 || !mayEnd(); count += 1) {
    const sku = `${name}-${count}`;
    const post = (through: Api) =>
      insist(() => through.post('/products', { sku, name: sku }, { 'idempotency-key': sku }));
    const created = await post(api);
    expect(created.status, created.toString()).toBe(201);
    const again = await post(fleet.api(key, count % 2 === 0 ? 0 : 1));
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, created.text, 'true']);
    const changed = await insist(() => api.patch(`/products/${sku}`, { price: 1 }, { 'if-match': created.etag }));
    // Changed by a request whose response was lost.
    if (changed.status === 412) expect(changed.headers.get('etag')).not.toBe(created.etag);
    else expect(changed.status, changed.toString()).toBe(200);
    expect((await insist(() => api.get(`/products/${sku}`))).data).toMatchObject({ version: 2, price: 1 });
    await delay(thinkMs);
  }
  return count;
}

/** A job when it is over. */
async function settled<Result>(api: Api, { jobId }: Pick<Job, 'jobId'>): Promise<Job & { readonly result: Result }> {
  for (;;) {
    const { data } = await insist(() => api.get<Job & { readonly result: Result }>(`/jobs/${jobId}`));
    if (data.finishedAt !== null) return data;
    await delay(50);
  }
}

/** Imports rows, exports them, and publishes a channel of them, one after the other. */
export async function runJobs(fleet: Fleet, rows: number): Promise<void> {
  const { key } = await fleet.createKey();
  const api = fleet.api(key);
  const skus = Array.from({ length: rows }, (_, index) => `imported-${index}`);
  const file = `sku,name,price,status\n${skus.map((sku) => `${sku},${sku},9.9,approved\n`).join('')}`;
  const accepted = await insist(() => {
    const form = new FormData();
    form.set('file', new Blob([file]), 'products.csv');
    return api.post<Job>('/imports', form, { 'idempotency-key': 'import' });
  });
  const imported = await settled<ImportResult>(api, accepted.data);
  expect(imported, JSON.stringify(imported)).toMatchObject({
    status: 'completed',
    errorCount: 0,
    result: { created: rows, failed: 0 },
  });

  const request = { filter: { q: 'imported' }, async: true };
  const exporting = await insist(() => api.post<Job>('/exports', request, { 'idempotency-key': 'export' }));
  const exported = await settled<ExportResult>(api, exporting.data);
  expect(exported.status, JSON.stringify(exported)).toBe('completed');
  const download = await insist(() => fleet.api(key, 1).get(`/jobs/${exported.jobId}/download`));
  expect(download.text.match(/^imported-\d+,/gm)).toHaveLength(rows);

  const channel = await insist(() =>
    api.post<Channel>(
      '/channels',
      { code: 'shop', name: 'Shop', type: 'feed', platform: 'csv_feed', mapping: [{ target: 'id', source: 'sku' }] },
      { 'idempotency-key': 'channel' },
    ),
  );
  const publishing = await insist(() =>
    api.post<Job>(`/channels/${channel.data.id}/publish`, undefined, { 'idempotency-key': 'publish' }),
  );
  const published = await settled(api, publishing.data);
  expect(published, JSON.stringify(published)).toMatchObject({ status: 'completed' });
}

/** Uploads files to one process and reads them from the other. */
export async function uploadFiles(fleet: Fleet, files: number): Promise<void> {
  const { key } = await fleet.createKey();
  for (let count = 0; count < files; count += 1) {
    const text = `Wash by hand, at ${count} degrees.`;
    const response = await insist(() => {
      const form = new FormData();
      form.append('file', new Blob([text]), 'care.txt');
      return fleet.api(key, 0).post<Asset>('/assets', form, { 'idempotency-key': `file-${count}` });
    });
    expect(response.status, response.toString()).toBe(201);
    const { data } = await insist(() => fleet.api(key, 1).get<Asset>(`/assets/${response.data.id}`));
    expect(data).toEqual({ ...response.data, usedBy: [] });
    const { pathname } = new URL(data.url);
    const content = await insist(() => fleet.api(key, 1).get(pathname.slice('/api/v1'.length)));
    expect(content.text).toBe(text);
  }
}
