import { connect } from 'node:net';
import type { Asset } from '@product-content/contract';
import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type App, sharedApp } from '@product-content/test-support/app-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let app: App;
let key: string;
let api: Api;

beforeAll(async () => {
  app = await sharedApp();
  ({ key } = await app.createKey(await app.createWorkspace()));
  api = app.api(key);
});

// Whatever was sent, the server lives and has kept nothing of it.
afterEach(async () => {
  const { data } = await api.get<Asset[]>('/assets');
  for (const { id } of data) await api.delete(`/assets/${id}`);
  expect(app.isAlive()).toBe(true);
});

const type = { 'content-type': 'multipart/form-data; boundary=x' };
const part = (name: string, content: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = (fileName: string, content = 'A mug.') => part('file', content, `; filename="${fileName}"`);
const send = (body: string, headers: Record<string, string> = type) => api.post<Asset>('/assets', body, headers);

describe('a form', () => {
  it.each<[string, string]>([
    ['without an end', file('a.txt').slice(0, -2)],
    ['of nothing', ''],
    ['without a boundary in its body', 'A mug.'],
    ['of a thousand parts', `${Array.from({ length: 1000 }, (_, n) => part(`p${n}`, 'x')).join('')}--x--\r\n`],
    ['with a part that has no name', '--x\r\n\r\nA mug.\r\n--x--\r\n'],
    ['with headers without end', `--x\r\n${'X-Long: y\r\n'.repeat(5000)}\r\n\r\nA mug.\r\n--x--\r\n`],
  ])('%s is refused, and nothing is kept', async (_, body) => {
    const response = await send(body);
    expect([400, 413, 422]).toContain(response.status);
    expect((await api.get<Asset[]>('/assets')).data).toEqual([]);
  });

  it('with two files, or a file for a text, is refused naming the part', async () => {
    const { details: twice } = expectError(
      await send(`${file('a.txt')}${file('b.txt')}--x--\r\n`),
      'validation_failed',
    );
    expect(twice?.fieldErrors).toHaveProperty('file');
    const asFile = `${file('a.txt')}${part('altText', 'x', '; filename="b.txt"')}--x--\r\n`;
    const { details } = expectError(await send(asFile), 'validation_failed');
    expect(details?.fieldErrors).toHaveProperty('altText');
  });

  it('that is interrupted leaves nothing behind', async () => {
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    const head = `POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: ${type['content-type']}\r\n`;
    socket.write(`${head}Content-Length: 1000000\r\n\r\n${file('a.txt', 'y'.repeat(500_000))}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await api.get<Asset[]>('/assets')).data).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/cron.d/x', 'x'],
    ['mug\u0000.png', 'mug.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['..', 'file'],
    ['', 'file'],
  ])('of a file sent as %j is %s', async (sent, kept) => {
    const { status, data } = await send(`${file(sent, `Named ${kept}`)}--x--\r\n`);
    expect([status, data.fileName]).toEqual([201, kept]);
    expect(data.url).toMatch(/\/files\/ast_[0-9a-z]{26}\.txt$/);
  });

  it.each(['../secret', '/a/../../b', 'a\\b', '/a\u0000b', '/\u202ea', `/${'x'.repeat(101)}`])(
    'of a folder such as %j is refused',
    async (folder) => {
      const { details } = expectError(
        await send(`${file('a.txt')}${part('folder', folder)}--x--\r\n`),
        'validation_failed',
      );
      expect(Object.keys(details?.fieldErrors ?? {})).toEqual(['folder']);
    },
  );
});
