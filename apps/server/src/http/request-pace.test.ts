import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from './http-server.ts';
import type { RequestPace } from './request-pace.ts';

const quick = { requestMs: 500, uploadMs: 500, uploadBytes: 5_000 };

/** Sends a body in pieces, one every 100 ms, and returns the status line of the response. */
async function send(pace: RequestPace, contentType: string, pieces: number, piece: number): Promise<string> {
  const app = express();
  app.post('/', (req, res) => void req.on('end', () => res.end('taken')).resume());
  const server = await startHttpServer(app, { host: '127.0.0.1', port: 0, pace });
  onTestFinished(() => server.drain({ graceMs: 0 }));
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const response = text(socket);
  socket.on('error', () => undefined);
  const length = `Content-Length: ${pieces * piece}`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\n${length}\r\n\r\n`);
  for (let sent = 0; sent < pieces && !socket.closed; sent += 1) {
    socket.write('x'.repeat(piece));
    await delay(100);
  }
  return (await response).split('\r\n')[0] ?? '';
}

const form = 'multipart/form-data; boundary=x';

it('an upload that is slow but steady is accepted, however long it takes', async () => {
  // Far more than required in each span, so that a machine that pauses for a second does not fail the test.
  expect(await send({ ...quick, uploadMs: 2000 }, form, 30, 10_000)).toBe('HTTP/1.1 200 OK');
});

it.each([
  ['an upload that drips', form, 100],
  ['any other request that lasts too long', 'application/json', 10_000],
])('%s is ended', async (_, contentType, piece) => {
  expect(await send(quick, contentType, 30, piece)).toMatch(/^HTTP\/1\.1 4\d\d /);
});
