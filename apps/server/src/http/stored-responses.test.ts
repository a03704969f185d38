import { randomBytes } from 'node:crypto';
import { s3Credentials, startS3 } from '@product-content/test-support/servers/s3-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { FileLocation } from '../files/index.ts';

const megabyte = 1_000_000;

interface Place {
  /** Undefined: the folder in the settings. */
  readonly files?: FileLocation;
  close(): Promise<void>;
}

async function openBucket(): Promise<Place> {
  const server = await startS3();
  const bucket = { kind: 's3', bucket: 'files', prefix: 'pim/', region: 'us-east-1', endpoint: server.url } as const;
  return { files: { ...bucket, credentials: s3Credentials }, close: server.stop };
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  'a folder': async () => ({ close: async () => undefined }),
  'an S3 bucket': openBucket,
};

// Each test continues from the one before.
describe('a large response stored for its Idempotency-Key', { shuffle: false }, () => {
  describe.each(Object.entries(places))('in %s', (_, open) => {
    let place: Place;
    let app: TestApp;
    beforeAll(async () => {
      place = await open();
      app = await startTestApp({ ...(place.files && { files: place.files }), idempotencyStoreBudget: megabyte });
      const items = Array.from({ length: 100 }, (__, index) => {
        // As random as text can be: 60 kB of it take 45 kB however it is compressed.
        return { sku: `P-${index}`, name: `P ${index}`, description: randomBytes(45_000).toString('base64') };
      });
      expect((await send('/products/bulk', { items })).status).toBe(200);
    });
    afterAll(async () => {
      await app.stop();
      await place.close();
    });

    async function send(path: string, body: object, key?: string, apiKey = app.key) {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const response = await fetch(app.baseUrl + path, {
        method: 'POST',
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const replayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, headers: response.headers, replayed, bytes };
    }

    const csv = { format: 'csv' };
    const countFiles = async () => {
      let count = 0;
      for await (const __ of app.container.files.list('responses/')) count += 1;
      return count;
    };

    it('is replayed byte for byte, and takes little space in the database', async () => {
      const first = await send('/exports', csv, 'export');
      expect([first.status, first.replayed]).toEqual([200, false]);
      expect(first.bytes.length).toBeGreaterThan(5 * megabyte);
      const second = await send('/exports', csv, 'export');
      expect([second.status, second.replayed]).toEqual([200, true]);
      expect(Buffer.compare(second.bytes, first.bytes)).toBe(0);
      for (const name of ['content-type', 'content-disposition', 'content-length', 'x-export-count']) {
        expect(second.headers.get(name)).toBe(first.headers.get(name));
      }
      const { rows } = await app.container.database.query<{ bytes: number }>(
        'select pg_column_size(idempotency_record.*) as bytes from idempotency_record where key = $1',
        ['export'],
      );
      expect(rows[0]?.bytes).toBeLessThan(1000);
      expect(await countFiles()).toBe(1);
    });

    it('beyond the budget of its workspace is refused before anything is done', async () => {
      const refused = await send('/exports', csv, 'one-more');
      expect(refused.status).toBe(429);
      expect(JSON.parse(refused.bytes.toString()).error).toMatchObject({ code: 'rate_limited' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
      const bulk = { items: [{ sku: 'NEVER', name: 'Never' }] };
      expect((await send('/products/bulk?include=products', bulk, 'never')).status).toBe(429);
      const { rowCount } = await app.container.database.query("select from product where sku = 'NEVER'");
      expect(rowCount).toBe(0);
      expect(await countFiles()).toBe(1);
    });

    it('beyond the budget does not affect other requests with an Idempotency-Key', async () => {
      const requests = [
        ['/exports', { ...csv, async: true }, 202],
        ['/products', { sku: 'NEW', name: 'New' }, 201],
        ['/products/bulk', { items: [{ sku: 'NEW', stock: 1 }] }, 200],
      ] as const;
      for (const [path, body, status] of requests) {
        expect(await send(path, body, 'allowed')).toMatchObject({ status, replayed: false });
        expect(await send(path, body, 'allowed')).toMatchObject({ status, replayed: true });
      }
      expect((await send('/exports', csv)).status).toBe(200);
      expect((await send('/products/bulk?include=products', { items: [{ sku: 'NEW', stock: 2 }] })).status).toBe(200);
      expect(await send('/exports', csv, 'export')).toMatchObject({ status: 200, replayed: true });
      const other = await app.createKey(undefined, await createTestWorkspace(app.container.database));
      expect((await send('/exports', csv, 'export', other)).status).toBe(200);
    });

    it('is swept with its record, and frees its space', async () => {
      const { database } = app.container;
      await database.query("update idempotency_record set expires_at = now() - interval '1 second' where key = $1", [
        'export',
      ]);
      expect((await send('/exports', csv, 'one-more')).status).toBe(200);
      expect(await countFiles()).toBe(2);
      const sweep = app.container.tasks.find(({ name }) => name === 'idempotency.sweep');
      await sweep?.run(new AbortController().signal);
      expect(await countFiles()).toBe(1);
      expect(await send('/exports', csv, 'one-more')).toMatchObject({ status: 200, replayed: true });
    });
  });
});
