import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asset } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AssetClient, type AssetFixture, createAssetFixture } from '#testing/assets/asset-fixture.ts';
import { makeImage, makePngHeader } from '#testing/assets/image-files.ts';

let fixture: AssetFixture;
let api: AssetClient;
beforeAll(async () => {
  fixture = await createAssetFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

type Fields = Readonly<Record<string, string>>;

function formOf(content: Uint8Array<ArrayBuffer>, fileName: string, fields: Fields = {}): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), fileName);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const upload = (content: Uint8Array, fileName = 'mug.png', fields: Fields = {}) =>
  api.send<Asset>('POST', '/assets', formOf(new Uint8Array(content), fileName, fields));
const fromUrl = (input: object) => api.send<Asset>('POST', '/assets/from-url', input);
const problemsOf = ({ status, error }: { status: number; error: { details?: { fieldErrors?: object } } }) => {
  expect(status).toBe(422);
  return error.details?.fieldErrors;
};

/** Keys of the stored files. */
async function storedFiles(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of fixture.app.container.files.list(folder)) keys.push(key);
  return keys.sort();
}

describe('an upload', () => {
  it('becomes an asset with the type of its content', async () => {
    const content = await makeImage('jpeg', { width: 80, height: 60 });
    const { status, headers, data } = await upload(content, 'Mug (blue).JPG', {
      altText: 'A blue mug',
      tags: 'mug, blue,,mug',
      folder: 'summer//2026/',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/assets/${data.id}`);
    expect(data).toEqual({
      id: expect.stringMatching(/^ast_/),
      type: 'image',
      fileName: 'Mug (blue).JPG',
      mimeType: 'image/jpeg',
      size: content.length,
      width: 80,
      height: 60,
      url: `${fixture.app.baseUrl}/files/${data.id}.jpg`,
      checksum: createHash('sha256').update(content).digest('hex'),
      altText: 'A blue mug',
      tags: ['mug', 'blue'],
      folder: '/summer/2026',
      source: 'upload',
      external: false,
      usageCount: 0,
      createdAt: data.createdAt,
      updatedAt: data.createdAt,
    });
    expect(await api.get(data.id)).toEqual({ ...data, usedBy: [] });
    expect(await api.events()).toEqual([{ type: 'asset.created', payload: data }]);
  });

  it.each([
    ['a,b', ['a', 'b']],
    ['["a, b","c"]', ['a, b', 'c']],
    ['', []],
    ['[]', []],
  ])('takes the tags %j', async (tags, expected) => {
    const { data } = await upload(Buffer.from(`tags ${tags} ${api.workspaceId}`), 'a.txt', { tags });
    expect(data.tags).toEqual(expected);
  });

  it.each<[string, Fields, string]>([
    ['tags that are no list', { tags: '["a"' }, 'tags'],
    ['tags that are no texts', { tags: '[1]' }, 'tags.0'],
    ['a folder above all', { folder: '../a' }, 'folder'],
    ['a field nobody knows', { title: 'x' }, 'title'],
  ])('with %s is refused, and nothing is kept', async (_, fields, field) => {
    const before = [await storedFiles('assets/'), await storedFiles('uploads/')];
    expect(Object.keys(problemsOf(await upload(Buffer.from('x'), 'a.txt', fields)) ?? {})).toEqual([field]);
    expect([await storedFiles('assets/'), await storedFiles('uploads/')]).toEqual(before);
    expect(await api.list()).toEqual([]);
  });

  it('of an empty file is refused', async () => {
    expect(problemsOf(await upload(Buffer.alloc(0)))).toEqual({ file: 'Must not be empty.' });
  });

  it('of no file is refused', async () => {
    expect(problemsOf(await api.send('POST', '/assets', new FormData()))).toHaveProperty('file');
  });

  it('of more than 25 MiB is refused, and nothing is kept', async () => {
    const { status, error } = await upload(Buffer.alloc(25 * 1024 * 1024 + 1));
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
    await expect.poll(() => storedFiles('uploads/')).toEqual([]);
  });

  it('of 25 MiB is accepted', async () => {
    expect((await upload(Buffer.alloc(25 * 1024 * 1024, 1), 'large.bin')).status).toBe(201);
  });

  it('of a picture too large to decode is accepted with the size in its header', async () => {
    const { data } = await upload(makePngHeader(30_000, 30_000));
    expect(data).toMatchObject({ type: 'image', mimeType: 'image/png', width: 30_000, height: 30_000 });
  });

  it('of a page is a document, whatever it is called', async () => {
    const page = Buffer.from(`<html><script>alert(1)</script>${api.workspaceId}</html>`);
    const { data } = await upload(page, 'mug.png');
    expect(data).toMatchObject({ type: 'document', mimeType: 'text/html', fileName: 'mug.png', width: null });
  });

  it('is done once for its Idempotency-Key, with any boundary', async () => {
    const headers = { 'Idempotency-Key': 'upload-1' };
    const form = (content: string) => formOf(new Uint8Array(Buffer.from(content)), 'a.txt');
    const first = await api.send<Asset>('POST', '/assets', form('one'), headers);
    const again = await api.send<Asset>('POST', '/assets', form('one'), headers);
    expect([first.status, again.status, again.data]).toEqual([201, 201, first.data]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.send('POST', '/assets', form('two'), headers);
    expect(other.error.code).toBe('idempotency_key_reused');
    await expect.poll(() => storedFiles('uploads/')).toEqual([]);
  });
});

describe('the same bytes', () => {
  it('are the existing asset, unchanged', async () => {
    const content = await makeImage('webp');
    const { data: first } = await upload(content, 'first.webp', { altText: 'First' });
    const again = await upload(content, 'second.webp', { altText: 'Second', folder: '/b' });
    expect([again.status, again.data]).toEqual([200, first]);
    const url = fixture.files.serve('/same.webp', content);
    expect(await fromUrl({ url })).toMatchObject({ status: 200, data: { id: first.id } });
    expect(await api.events()).toHaveLength(1);
    await expect.poll(() => storedFiles('uploads/')).toEqual([]);
  });

  it('are one asset when they are uploaded twenty times at once', async () => {
    const content = await makeImage('png', { color: { r: 1, g: 2, b: 3 } });
    const before = await storedFiles('assets/');
    const responses = await Promise.all(Array.from({ length: 20 }, () => upload(content)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1);
    expect((await api.events()).map(({ type }) => type)).toEqual(['asset.created']);
    expect((await storedFiles('assets/')).length - before.length).toBe(1);
    await expect.poll(() => storedFiles('uploads/')).toEqual([]);
  });

  it('are another asset in another workspace, and again after a deletion', async () => {
    const content = await makeImage('gif');
    const { data: first } = await upload(content);
    const other = await fixture.client();
    const theirs = await other.send<Asset>('POST', '/assets', formOf(new Uint8Array(content), 'a.gif'));
    expect([theirs.status, theirs.data.id === first.id]).toEqual([201, false]);
    await api.send('DELETE', `/assets/${first.id}`);
    const anew = await upload(content);
    expect([anew.status, anew.data.id === first.id]).toEqual([201, false]);
  });
});

describe('downloads that never end', () => {
  it('release their slots when the server changes the protocol', async () => {
    const url = fixture.files.serve('/websocket', ({ socket }) => void socket.write('HTTP/1.1 101 Switching\r\n\r\n'));
    const failed = await Promise.all(Array.from({ length: 4 }, () => fromUrl({ url })));
    expect(failed.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    await api.asset();
  });

  it('only use the slots of their own workspace', async () => {
    const held: ServerResponse[] = [];
    const silent = fixture.files.serve('/silent', (_, response) => void held.push(response));
    const waiting = Array.from({ length: 4 }, () => fromUrl({ url: silent }));
    await expect.poll(() => held.length).toBe(4);
    const refused = await fromUrl({ url: silent });
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    expect(refused.error.message).toContain('4 downloads are running in this workspace');
    const other = await fixture.client();
    await other.asset();
    // A request on a kept connection is sent again if that one is closed.
    fixture.files.serve('/silent', (_, response) => void response.destroy());
    for (const response of held) response.destroy();
    await Promise.all(waiting);
    await api.asset();
  });
});

describe('a file at an address', () => {
  it('is read and becomes an asset', async () => {
    const content = await makeImage('png', { width: 21, height: 22 });
    const url = fixture.files.serve('/photos/mug%20blue.png', content);
    const { status, data } = await fromUrl({ url, tags: ['mug'], folder: '/a' });
    expect(status).toBe(201);
    expect(data).toMatchObject({ source: 'url', external: false, fileName: 'mug blue.png', size: content.length });
    expect(data).toMatchObject({ type: 'image', width: 21, height: 22, tags: ['mug'], folder: '/a' });
  });

  it.each([
    ['the caller', { fileName: 'mine.png' }, 'mine.png'],
    ['the response', {}, 'sträße.png'],
  ])('is named by %s', async (_, input, fileName) => {
    const url = fixture.files.serve('/named', (_req, res) => {
      res.setHeader('Content-Disposition', "attachment; filename*=UTF-8''..%2Fstr%C3%A4%C3%9Fe.png");
      void makeImage('png', { color: { r: 9, g: fileName.length, b: 9 } }).then((content) => res.end(content));
    });
    expect((await fromUrl({ url, ...input })).data.fileName).toBe(fileName);
  });

  it('is followed through redirects', async () => {
    const end = await fixture.newImage();
    const middle = fixture.files.serve('/middle', (_, res) => void res.writeHead(307, { Location: end }).end());
    const start = fixture.files.serve(
      '/start',
      (_, res) => void res.writeHead(302, { Location: new URL(middle).pathname }).end(),
    );
    expect((await fromUrl({ url: start })).status).toBe(201);
  });

  it('that is not downloaded keeps its address', async () => {
    const url = 'https://cdn.example/films/mug.mp4?v=2';
    const { status, data } = await fromUrl({ url, download: false });
    expect(status).toBe(201);
    expect(data).toMatchObject({ url, external: true, type: 'video', mimeType: 'video/mp4', fileName: 'mug.mp4' });
    expect(data).toMatchObject({ size: null, checksum: null, width: null, source: 'url' });
    const again = await fromUrl({ url, download: false, altText: 'Other' });
    expect([again.status, again.data]).toEqual([200, data]);
    expect((await api.send('DELETE', `/assets/${data.id}`)).status).toBe(204);
  });

  const responding: [string, string, (req: IncomingMessage, res: ServerResponse) => void, RegExp][] = [
    ['nothing', '/missing', (_, res) => res.writeHead(404).end(), /status 404/],
    ['an error', '/broken', (_, res) => res.writeHead(500).end(), /status 500/],
    ['part of it', '/part', (_, res) => res.writeHead(206).end('x'), /status 206/],
    ['an empty file', '/empty', (_, res) => res.end(), /empty/],
    [
      'a page',
      '/page.png',
      (_, res) => res.setHeader('Content-Type', 'image/png').end('<html>Log in</html>'),
      /web page/,
    ],
    [
      'a switch of protocols',
      '/switch',
      ({ socket }) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      /changed the protocol/,
    ],
    ['a redirect in circles', '/circle', (_, res) => res.writeHead(302, { Location: '/circle' }).end(), /5 times/],
    [
      'a body announced too long',
      '/long',
      (_, res) => res.setHeader('Content-Length', 30_000_000).flushHeaders(),
      /25 MiB/,
    ],
    ['a body without end', '/endless', (_, res) => pour(res), /25 MiB/],
  ];
  it.each(responding)('is refused when the response is %s, and nothing is kept', async (_, path, respond, message) => {
    const url = fixture.files.serve(path, respond);
    expect(problemsOf(await fromUrl({ url }))).toEqual({ url: expect.stringMatching(message) });
    await expect.poll(() => storedFiles('uploads/')).toEqual([]);
    expect(await api.list()).toEqual([]);
  });

  it.each([
    ['ftp://a.example/x.png', /https/],
    ['mug.png', /https/],
    ['http://user:secret@127.0.0.1/x.png', /password/],
    ['http://127.0.0.1:9/x.png', /connection was refused/],
  ])('%s is refused', async (url, message) => {
    expect(problemsOf(await fromUrl({ url }))).toEqual({ url: expect.stringMatching(message) });
  });
});

/** Writes until nobody reads any more. */
function pour(res: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024);
  const write = () => {
    while (!res.destroyed && res.write(chunk));
    if (!res.destroyed) res.once('drain', write);
  };
  write();
}

describe('addresses in a private network', () => {
  let guarded: AssetFixture;
  beforeAll(async () => {
    guarded = await createAssetFixture({ webhookAllowPrivate: false });
  });
  afterAll(() => guarded.stop());

  it.each([
    'http://127.0.0.1/x.png',
    'https://127.0.0.1/x.png',
    'https://[::1]/x.png',
    'https://[::ffff:10.0.0.1]/x.png',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x.png',
    'https://localhost/x.png',
  ])('%s is not read, and not kept as an address', async (url) => {
    const client = await guarded.client();
    for (const download of [true, false]) {
      const { status, error } = await client.send('POST', '/assets', { url, download });
      expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([422, ['url']]);
    }
  });
});
