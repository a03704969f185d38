import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { limits } from '@product-content/contract';
import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it } from 'vitest';

const mebibyte = 1024 * 1024;
const [size, uploads, maxGrowth] = [limits.assetFile, 20, 150 * mebibyte];

let app: OwnApp;
let key: string;

beforeAll(async () => {
  app = await startApp();
  ({ key } = await app.createKey(await app.createWorkspace()));
});

/** Uploads a file of one byte, repeated, without holding it. @returns the status of the response. */
async function upload(byte: number): Promise<number> {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="large.bin"';
  const [head, tail] = [`--x\r\n${disposition}\r\n\r\n`, '\r\n--x--\r\n'];
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': head.length + size + tail.length,
  };
  const sending = request(`${app.baseUrl}/assets`, { method: 'POST', headers });
  const responding = once(sending, 'response');
  sending.write(head);
  const chunk = Buffer.alloc(64 * 1024, byte);
  for (let left = size; left > 0; left -= chunk.length) {
    if (!sending.write(chunk.subarray(0, Math.min(left, chunk.length)))) await once(sending, 'drain');
  }
  sending.end(tail);
  const [response] = await responding;
  response.resume();
  return response.statusCode;
}

describe.skipIf(!existsSync('/proc/self/status'))('uploads', () => {
  it('of the largest size, twenty at once, do not increase the memory of the server', async () => {
    expect(await upload(0)).toBe(201);
    const idle = (await app.residentMemory()) ?? 0;
    let peak = idle;
    const watch = setInterval(async () => {
      peak = Math.max(peak, (await app.residentMemory()) ?? 0);
    }, 20);
    const statuses = await Promise.all(Array.from({ length: uploads }, (_, index) => upload(index + 1)));
    clearInterval(watch);
    expect(statuses).toEqual(Array(uploads).fill(201));
    expect(idle).toBeGreaterThan(0);
    expect(peak - idle).toBeLessThan(maxGrowth);
  });
});
