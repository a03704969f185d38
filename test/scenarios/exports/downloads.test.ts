import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asset } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { expectError } from '../../support/app/expect-response.ts';
import { type RawResponse, requestRaw } from '../../support/app/raw-request.ts';
import { type App, type OwnApp, sharedApp, startApp, type Workspace } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { runExport } from './run-export.ts';

let app: OwnApp;
let open: OpenWorkspace;
let key: string;

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Responses that are never sent. */
const silent: ServerResponse[] = [];
const images = createServer((request, response) => {
  const { url = '' } = request;
  if (url === '/moved.png') return void response.writeHead(302, { location: '/a.png' }).end();
  if (url === '/round') return void response.writeHead(302, { location: '/round' }).end();
  if (url === '/page') return void response.end('<html></html>');
  if (url === '/large') return void response.end(Buffer.alloc(26 * 1024 * 1024));
  if (url === '/silent') return void silent.push(response);
  if (url.startsWith('/missing')) return void response.writeHead(404).end();
  response.end(png);
});
let imagesUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  imagesUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  app = await startApp({ env: { RATE_LIMIT: '100000', WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => images.close());
beforeEach(async () => {
  open = await openWorkspace(app);
  ({ key } = await app.createKey(open.workspace));
});

const download = (link: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  requestRaw(link, { headers: { authorization: `Bearer ${key}`, ...headers } });

/** Products take https: addresses alone; these images are served by this test. */
async function moveImages(server: App, { id }: Workspace, address: string): Promise<void> {
  await server.query(
    `update product set document = replace(document, 'https://images.example.com', $2) where workspace_id = $1`,
    [id, address],
  );
}

/** The entries of a ZIP file. */
async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (problem, zip) => {
      if (problem) return reject(problem);
      const found: Record<string, Buffer> = {};
      zip.on('error', reject).on('end', () => resolve(found));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          found[entry.fileName] = Buffer.concat(await stream.toArray());
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}

describe('the file of a completed export', () => {
  it('is downloaded by its link, whole or in parts, even after a restart', async () => {
    await open.product('MUG');
    const { links, result } = await runExport(open.api, { columns: ['sku'], fileName: 'Mugs' });
    const link = String(links.download);
    const whole = await download(link);
    expect([whole.status, whole.body.toString()]).toEqual([200, 'sku\r\nMUG\r\n']);
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=Mugs.csv',
      'content-length': String(result.size),
      'accept-ranges': 'bytes',
    });
    await app.restart();
    const part = await download(link, { range: 'bytes=5-7', 'if-range': String(whole.headers.etag) });
    expect([part.status, part.body.toString()]).toEqual([206, 'MUG']);
    expect(part.headers['content-range']).toBe(`bytes 5-7/${result.size}`);
    expect((await download(link, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304);
  });

  it('is visible with the scope of exports, in its workspace, while the job is kept', async () => {
    const { jobId } = await runExport(open.api, {});
    const path = `/jobs/${jobId}/download`;
    const reader = app.api((await app.createKey(open.workspace, ['exports:read'])).key);
    expect((await reader.get(path)).status).toBe(200);
    const importer = app.api((await app.createKey(open.workspace, ['products:write'])).key);
    expectError(await importer.get(path), 'not_found');
    expectError(await (await openWorkspace(app)).api.get(path), 'not_found');
    await app.query(`update job set expires_at = now() - interval '1 second' where workspace_id = $1`, [
      open.workspace.id,
    ]);
    expectError(await open.api.get(path), 'not_found');
  });
});

describe('an export with its images', () => {
  it('is a ZIP file of both; images that cannot be fetched are warnings', async () => {
    const image = (path: string) => ({ url: `https://images.example.com${path}` });
    await open.product('MUG', { images: [image('/a.png'), image('/missing.png'), image('/moved.png')] });
    await open.product('PLATE', {
      images: [image('/a.png'), image('/page'), image('/large'), image('/round'), { url: 'https://127.0.0.1:1/b.png' }],
    });
    await moveImages(app, open.workspace, imagesUrl);
    const { result, errors, errorCount, links } = await runExport(open.api, {
      columns: ['sku'],
      zipImages: true,
      format: 'json',
      fileName: 'mugs',
    });
    expect(result).toMatchObject({ fileName: 'mugs.zip', count: 2, warnings: 5 });
    const response = await download(String(links.download));
    expect(response.headers['content-type']).toBe('application/zip');
    const { 'products.json': products, 'images.csv': list, ...others } = await unzip(response.body);
    expect(JSON.parse(String(products))).toEqual([{ sku: 'MUG' }, { sku: 'PLATE' }]);
    expect(others).toEqual({ 'images/MUG-1.png': png, 'images/MUG-3.png': png });
    expect(String(list)).toBe(
      `sku,url,file\r\nMUG,${imagesUrl}/a.png,images/MUG-1.png\r\nMUG,${imagesUrl}/moved.png,images/MUG-3.png\r\n`,
    );
    expect(errorCount).toBe(5);
    expect(errors.map(({ sku, field, message }) => [sku, field, message.replace(/^.* is left out\. /, '')])).toEqual([
      ['MUG', 'images.1.url', 'The server responded with the status 404.'],
      ['PLATE', 'images.1.url', 'The address does not serve an image.'],
      ['PLATE', 'images.2.url', 'The response is longer than 25 MiB.'],
      ['PLATE', 'images.3.url', 'The server redirects more than 5 times.'],
      ['PLATE', 'images.4.url', 'The connection was refused or ended too early.'],
    ]);
  });

  it('takes the files of its own assets from their store, though the server’s address is not public', async () => {
    const strict = await sharedApp();
    const { api, product, workspace } = await openWorkspace(strict);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png)]), 'front.jpg');
    const { data: asset } = await api.post<Asset>('/assets', form);
    await product('MUG', { images: [{ url: asset.url, assetId: asset.id }] });
    const { links, errors } = await runExport(api, { columns: ['sku'], zipImages: true });
    expect(errors).toEqual([]);
    const authorization = `Bearer ${(await strict.createKey(workspace)).key}`;
    const { body } = await requestRaw(String(links.download), { headers: { authorization } });
    const { 'products.csv': _, 'images.csv': list, ...files } = await unzip(body);
    expect(files).toEqual({ 'images/MUG-1.png': png });
    expect(String(list)).toBe(`sku,url,file\r\nMUG,${asset.url},images/MUG-1.png\r\n`);
  });

  it('stops waiting for a silent host when it is canceled', async () => {
    await open.product('MUG', { images: [{ url: 'https://images.example.com/silent' }] });
    await moveImages(app, open.workspace, imagesUrl);
    const { jobId } = (await open.api.post('/exports', { zipImages: true })).data;
    await expect.poll(() => silent.length).toBe(1);
    await open.api.post(`/jobs/${jobId}/cancel`);
    await expect.poll(() => silent[0]?.destroyed).toBe(true);
    expect((await open.api.get(`/jobs/${jobId}`)).data.status).toBe('canceled');
  });

  it('does not fetch from addresses that are not public', async () => {
    const strict = await sharedApp();
    const { api, product, workspace } = await openWorkspace(strict);
    await product('MUG', { images: [{ url: 'https://images.example.com/a.png' }] });
    await moveImages(strict, workspace, imagesUrl.replace('http:', 'https:'));
    const { errors } = await runExport(api, { zipImages: true });
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('private, loopback or reserved')]);
  });
});
