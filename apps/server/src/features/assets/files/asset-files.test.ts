import type { Asset } from '@product-content/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AssetClient, type AssetFixture, createAssetFixture } from '#testing/assets/asset-fixture.ts';
import { makeImage, makePngHeader } from '#testing/assets/image-files.ts';

let fixture: AssetFixture;
let api: AssetClient;
beforeAll(async () => {
  fixture = await createAssetFixture();
  api = await fixture.client();
});
afterAll(() => fixture.stop());

async function upload(content: Uint8Array, fileName = 'mug.jpg'): Promise<Asset> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), fileName);
  return (await api.send<Asset>('POST', '/assets', form)).data;
}

/** Reads an address without a key. */
async function read(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('the address of a file', () => {
  it('serves its bytes to anyone, cacheable forever', async () => {
    const content = await makeImage('jpeg', { width: 90, height: 70 });
    const { url, id } = await upload(content, 'Täßle "1".jpg');
    const { status, headers, bytes } = await read(url);
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': expect.stringMatching(/^inline; filename="T.*filename\*=UTF-8''T%C3%A4%C3%9Fle/),
      'accept-ranges': 'bytes',
    });
    expect(headers.get('etag')).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(headers.get('vary')).toBeNull();
    expect(url).toBe(`${fixture.app.baseUrl}/files/${id}.jpg`);
  });

  it('serves parts of it', async () => {
    const { url } = await upload(Buffer.from('0123456789'), 'digits.txt');
    const part = async (range: string, more = {}) => {
      const { status, headers, bytes } = await read(url, { range, ...more });
      return [status, headers.get('content-range'), bytes.toString()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect((await part('bytes=10-'))[0]).toBe(416);
    const { etag } = Object.fromEntries((await read(url)).headers);
    expect((await part('bytes=0-1', { 'if-range': etag }))[2]).toBe('01');
    expect(await part('bytes=0-1', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
  });

  it('returns 304 when the client has it, and responds to HEAD', async () => {
    const { url } = await upload(Buffer.from('kept'), 'kept.txt');
    const { headers } = await read(url);
    const again = await read(url, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.get('cache-control')).toContain('immutable');
    const head = await read(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '4', 0]);
  });

  it('is rate limited by address, separately from everything else', async () => {
    const { url } = await upload(Buffer.from('counted'), 'counted.txt');
    expect((await read(url)).headers.get('x-ratelimit-limit')).toBe('500000');
    expect((await read(fixture.app.baseUrl)).headers.get('x-ratelimit-limit')).toBe('100000');
  });

  it('that names no file returns 404, which may not be cached', async () => {
    const { url, id } = await upload(Buffer.from('x y z'), 'x.txt');
    const { data: external } = await api.send<Asset>('POST', '/assets', {
      url: 'https://cdn.example/a.png',
      download: false,
    });
    const { baseUrl } = fixture.app;
    const wrong = [`${baseUrl}/files/${id}.png`, `${baseUrl}/files/${id}`, `${baseUrl}/files/${external.id}.png`];
    for (const address of [...wrong, `${baseUrl}/files/..%2f..%2fetc%2fpasswd`, `${baseUrl}/files/mug.jpg`]) {
      const { status, headers } = await read(address);
      expect([address, status, headers.get('cache-control')]).toEqual([address, 404, 'private, no-cache']);
    }
    await api.send('DELETE', `/assets/${id}`);
    expect((await read(url)).status).toBe(404);
  });
});

describe('a file that a browser could run', () => {
  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['a page as XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml'],
    ['a PDF', '%PDF-1.7', 'application/pdf'],
    ['a script', 'alert(1)', 'text/plain'],
  ])('%s is a download that runs nowhere', async (_, text, mediaType) => {
    const { url } = await upload(Buffer.from(text), 'mug.png');
    const { headers } = await read(url, { accept: 'text/html' });
    expect(headers.get('content-type')).toBe(mediaType);
    expect(headers.get('content-disposition')).toBe('attachment; filename=mug.png');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

it('the server reads images at its own addresses from its store', async () => {
  const { files } = fixture.app.container.assets;
  const content = await makeImage('png', { width: 33 });
  const { url } = await upload(content);
  expect(await files.readImage(`${url}?w=64`)).toEqual({ bytes: content, ending: 'png' });
  const text = await upload(Buffer.from('no image'), 'a.txt');
  for (const other of [text.url, url.replace('127.0.0.1', 'elsewhere.example'), 'https://cdn.example/a.png', 'x']) {
    expect(await files.readImage(other)).toBeNull();
  }
});

describe('a rendition', () => {
  it('is a WebP of the requested width', async () => {
    const { url } = await upload(await makeImage('png', { width: 700, height: 350 }), 'mug.blue.png');
    const { status, headers, bytes } = await read(`${url}?w=256`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('content-disposition')).toBe('inline; filename=mug.blue-256.webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 128 });
    const etags = [await read(url), await read(`${url}?w=64`), { headers }].map((response) =>
      response.headers.get('etag'),
    );
    expect(new Set(etags).size).toBe(3);
    expect((await read(`${url}?w=256`, { range: 'bytes=0-3' })).bytes.toString()).toBe('RIFF');
  });

  it.each(['100', '0', '-64', '64px', ''])('has no width %j', async (width) => {
    const { url } = await upload(await makeImage('png'));
    expect((await read(`${url}?w=${width}`)).status).toBe(422);
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', async () => Buffer.from('plain')],
    ['an image of too many pixels', async () => makePngHeader(30_000, 30_000)],
    ['a damaged image', async () => (await makeImage('jpeg', { width: 500, height: 500 })).subarray(0, 700)],
  ])('is refused for %s', async (_, make) => {
    const { url } = await upload(await make());
    const response = await api.send('GET', new URL(url).pathname.replace('/api/v1', '').concat('?w=64'));
    expect([response.status, response.error.details?.fieldErrors]).toEqual([
      422,
      { w: 'This file has no renditions.' },
    ]);
  });

  it('is deleted with its asset', async () => {
    const { url, id } = await upload(await makeImage('png', { width: 300, color: { r: 4, g: 4, b: 4 } }));
    await read(`${url}?w=64`);
    const thumbnails = async () => {
      const keys = [];
      for await (const { key } of fixture.app.container.files.list('thumbnails/')) keys.push(key);
      return keys.length;
    };
    const before = await thumbnails();
    await api.send('DELETE', `/assets/${id}`);
    expect(before - (await thumbnails())).toBe(1);
    expect((await read(`${url}?w=64`)).status).toBe(404);
  });
});
