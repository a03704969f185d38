import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, createAuthenticator, createMemoryApiKeyStore } from '@contract-kit/middleware';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPictureServer } from '../../docs/guides/snippets/library/pictures.ts';

const { key, id, hash } = createApiKey({ prefix: 'pic', id: 'k1' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const store = createMemoryApiKeyStore([{ id, tenantId: 't', name: 'k1', scopes: [], hash, ...dates }]);
const headers = { 'x-api-key': key };

let folder: string;
let url: string;
let close: () => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const server = createPictureServer(folder, createAuthenticator({ prefix: 'pic', store })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
  close = () => server.close();
});

afterAll(async () => {
  close?.();
  await rm(folder, { recursive: true, force: true });
});

function upload(parts: Readonly<Record<string, string | Blob>>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  return fetch(url, { method: 'POST', headers, body });
}

describe("the guide's picture server", () => {
  it('stores a picture and returns it, whole, in part or as 304', async () => {
    const content = 'not really a picture';
    const sha256 = createHash('sha256').update(content).digest('hex');
    const created = await upload({ file: new File([content], 'holiday.png', { type: 'image/png' }) });
    expect([created.status, await created.json()]).toEqual([201, { data: { sha256, size: content.length } }]);

    const whole = await fetch(`${url}/${sha256}`, { headers });
    expect(await whole.text()).toBe(content);
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename=holiday.png');
    const part = await fetch(`${url}/${sha256}`, { headers: { ...headers, range: 'bytes=4-9' } });
    expect([part.status, await part.text()]).toEqual([206, 'really']);
    const tag = whole.headers.get('etag') ?? '';
    expect((await fetch(`${url}/${sha256}`, { headers: { ...headers, 'if-none-match': tag } })).status).toBe(304);
  });

  it('refuses what its contract does not accept, and keeps nothing of it', async () => {
    const large = await upload({ file: new File([new Uint8Array(6_000_000)], 'large.png') });
    expect(large.status).toBe(413);
    const unknown = await upload({ file: new File(['x'], 'a.png'), tilte: 'x' });
    expect(unknown.status).toBe(422);
    expect((await fetch(`${url}/none`, { headers })).status).toBe(404);
    await expect.poll(() => readdir(join(folder, 'incoming'))).toEqual([]);
  });
});
