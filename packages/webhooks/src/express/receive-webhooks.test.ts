import { type IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { receiveByExpress, secret, serve } from '../../test-support/receivers.ts';
import type { Refusal } from '../index.ts';
import { createTestDelivery } from '../testing/index.ts';
import { keepRawBody, receiveWebhooks } from './index.ts';

describe('receiveWebhooks on Express', () => {
  it('works before a global express.json()', async () => {
    const { events, deliver } = await receiveByExpress();
    expect((await deliver()).status).toBe(204);
    expect(events).toHaveLength(1);
  });

  it('works after an express.json() that keeps the raw body', async () => {
    const { events, deliver } = await receiveByExpress({}, (app) => app.use(express.json({ verify: keepRawBody })));
    expect((await deliver()).status).toBe(204);
    expect((await deliver({ secrets: 'whsec_other' })).status).toBe(403);
    expect(events).toHaveLength(1);
  });

  it('works after express.raw()', async () => {
    const { deliver } = await receiveByExpress({}, (app) => app.use(express.raw({ type: '*/*' })));
    expect((await deliver()).status).toBe(204);
  });

  it('works where the platform provides request.rawBody', async () => {
    const keep = (request: object, _response: unknown, bytes: Buffer) =>
      void Object.assign(request, { rawBody: bytes });
    const { deliver } = await receiveByExpress({}, (app) => app.use(express.json({ verify: keep })));
    expect((await deliver()).status).toBe(204);
  });

  it('works after a parser of another type', async () => {
    const { deliver } = await receiveByExpress({}, (app) => app.use(express.urlencoded(), express.text()));
    expect((await deliver()).status).toBe(204);
  });

  it.each([
    ['express.json()', () => express.json()],
    ['express.text()', () => express.text({ type: '*/*' })],
  ])('says what to do when %s has already read the body', async (_name, parser) => {
    const { events, failures, deliver } = await receiveByExpress({}, (app) => app.use(parser()));
    expect((await deliver()).status).toBe(500);
    expect(failures).toEqual([
      expect.objectContaining({ message: expect.stringContaining('express.json({ verify: keepRawBody })') }),
    ]);
    expect(events).toEqual([]);
  });

  it('applies the limit to kept bytes as well', async () => {
    const surroundings = (app: express.Express) => app.use(express.json({ verify: keepRawBody }));
    const { deliver } = await receiveByExpress({ maxBodyBytes: 100 }, surroundings);
    expect((await deliver({ event: { data: 'x'.repeat(100) } })).status).toBe(413);
  });

  it('does not need Express: it is a handler of node:http too', async () => {
    const events: string[] = [];
    const receive = receiveWebhooks({ secrets: secret, onEvent: ({ id }) => void events.push(id) });
    const url = await serve((request, response) => receive(request, response, () => response.writeHead(500).end()));
    const response = await fetch(url, await createTestDelivery({ secrets: secret, event: { id: 'evt_1' } }));
    expect([response.status, events]).toEqual([204, ['evt_1']]);
  });

  it('refuses an upload that ends early, and continues to serve', async () => {
    const refused = Promise.withResolvers<Refusal>();
    const receive = receiveWebhooks({ secrets: secret, onEvent: () => {}, onRefused: refused.resolve });
    const url = await serve((request, response) => receive(request, response, () => response.end()));
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{');
    });
    socket.on('error', () => {});
    expect(await refused.promise).toMatchObject({ status: 400, code: 'incomplete_body' });
    expect((await fetch(url, await createTestDelivery({ secrets: secret }))).status).toBe(204);
  });

  it.each([
    ['before', (request: PassThrough) => request.destroy()],
    ['while it is read', (request: PassThrough) => setImmediate(() => request.destroy())],
  ])('refuses a request that an adapter destroys %s', async (_when, destroy) => {
    const { promise, resolve } = Promise.withResolvers<Refusal>();
    const receive = receiveWebhooks({ secrets: secret, onEvent: () => {}, onRefused: resolve });
    const request = Object.assign(new PassThrough(), { method: 'POST', headers: {} });
    destroy(request);
    await new Promise((closed) => (request.destroyed ? request.once('close', closed) : closed(null)));
    const response = new ServerResponse(request as unknown as IncomingMessage);
    receive(request as unknown as IncomingMessage, response, () => {});
    expect((await promise).code).toBe('incomplete_body');
  });

  it('refuses a declared length beyond the limit before any of it arrives', async () => {
    const receive = receiveWebhooks({ secrets: secret, onEvent: () => {}, maxBodyBytes: 100 });
    const url = await serve((request, response) => receive(request, response, () => response.end()));
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
      });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toMatch(/\r\nConnection: close\r\n/);
  });
});
