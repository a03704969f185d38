import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { startHttpServer } from './http-server.ts';

const local = { host: '127.0.0.1', port: 0 };

describe('the HTTP server', () => {
  it('lets running requests finish, and accepts no new ones, while it drains', async () => {
    let release = () => {};
    let arrived = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const app = express();
    app.get('/slow', (_req, res) => {
      release = () => res.send('done');
      arrived();
    });
    const server = await startHttpServer(app, local);
    const response = fetch(`${server.origin}/slow`);
    await running;
    const drained = server.drain({ graceMs: 60_000 });
    await expect(fetch(`${server.origin}/slow`)).rejects.toThrow();
    release();
    expect(await (await response).text()).toBe('done');
    await drained;
  });

  it('tells clients to reconnect as soon as it drains, and still accepts them until the delay is over', async () => {
    const app = express();
    let release = () => {};
    let arrived = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    app.get('/', (_req, res) => void res.send('ok'));
    app.get('/slow', (_req, res) => {
      release = () => res.send('done');
      arrived();
    });
    const server = await startHttpServer(app, local);
    const connectionOf = async (response: Promise<Response>) => (await response).headers.get('connection');
    expect(await connectionOf(fetch(server.origin))).toBe('keep-alive');
    const slow = fetch(`${server.origin}/slow`);
    await running;
    const drained = server.drain({ delayMs: 1500, graceMs: 60_000 });
    expect(await connectionOf(fetch(server.origin))).toBe('close');
    release();
    expect(await connectionOf(slow)).toBe('close');
    await drained;
    await expect(fetch(server.origin)).rejects.toThrow();
  });

  it('ends requests that take longer than the grace period', async () => {
    const app = express();
    let arrived = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    app.get('/never', () => arrived());
    const server = await startHttpServer(app, local);
    const response = fetch(`${server.origin}/never`);
    const failed = expect(response).rejects.toThrow();
    await running;
    await server.drain({ graceMs: 0 });
    await failed;
  });

  it('does not wait for a connection that was opened and never used', async () => {
    const server = await startHttpServer(express(), local);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').resume();
    await once(socket, 'connect');
    // It is accepted if the server responds on a later one.
    await fetch(server.origin);
    const closed = once(socket, 'close');
    await server.drain({ graceMs: 60_000 });
    await closed;
  });

  it('says which port is in use', async () => {
    const first = await startHttpServer(express(), local);
    const port = Number(new URL(first.origin).port);
    await expect(startHttpServer(express(), { ...local, port })).rejects.toThrow(`PORT ${port} on 127.0.0.1 is in use`);
    await first.drain({ graceMs: 0 });
  });

  it('says that a host is not on this machine', async () => {
    await expect(startHttpServer(express(), { host: '203.0.113.7', port: 0 })).rejects.toThrow(
      'HOST 203.0.113.7 is not an address of this machine.',
    );
  });

  it('responds to malformed HTTP with the error envelope', async () => {
    const server = await startHttpServer(express(), local);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    let response = '';
    socket.setEncoding('utf8').on('data', (text) => {
      response += text;
    });
    await once(socket, 'close');
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain('"code":"bad_request"');
    await server.drain({ graceMs: 0 });
  });
});
