import { createServer } from 'node:http';
import process from 'node:process';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../test-support/plain/notes-contract.ts';
import { createNotesHandler } from '../test-support/plain/notes-handler.ts';
import { createNotesApp } from '../test-support/plain/notes-server.ts';
import type { VerifiedServer } from './calling/options.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

const listening = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;

/** Verifies the notes, and says how many checks did not pass. */
async function verify(server: VerifiedServer) {
  const report = await verifyContract(contract, { ...server, seed: 1, runs: 5 });
  expect(report.passed, formatReport(report)).toBeGreaterThan(20);
  return report.failed + report.skipped;
}

describe('an app in this process', () => {
  it('is verified without a port where it is a fetch handler', async () => {
    const before = listening();
    const handler = createNotesHandler();
    let maxListening = 0;
    const app = async (request: Request) => {
      maxListening = Math.max(maxListening, listening());
      return handler(request);
    };
    expect(await verify({ app })).toBe(0);
    expect(maxListening).toBe(before);
  });

  it('is verified where it is an object with a fetch handler, such as a Hono app', async () => {
    expect(await verify({ app: { fetch: createNotesHandler() } })).toBe(0);
  });

  it('is verified where it is an Express app, on a port that is closed afterwards', async () => {
    const before = listening();
    expect(await verify({ app: createNotesApp() })).toBe(0);
    await expect.poll(listening).toBe(before);
  });

  it('is verified where it is a listener of node:http', async () => {
    const app = createNotesApp();
    expect(await verify({ app: (request, response) => app(request, response) })).toBe(0);
  });

  it('is verified where it is a server, which continues to listen if it did before', async () => {
    expect(await verify({ app: createServer(createNotesApp()) })).toBe(0);
    const server = createServer(createNotesApp());
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    expect(await verify({ app: server })).toBe(0);
    expect(server.listening).toBe(true);
  });

  it.each([
    ['an Express app', () => express().use('/api/v1', createNotesApp())],
    ['a fetch handler', () => createNotesHandler('/api/v1')],
  ])('is verified below a base path where it is %s', async (_kind, create) => {
    expect(await verify({ app: create(), basePath: '/api/v1' })).toBe(0);
  });

  it('is closed even if the options are invalid', async () => {
    const before = listening();
    const app = createNotesApp();
    await expect(verifyContract(contract, { app, only: ['notes.nap'] })).rejects.toThrow('"notes.nap"');
    await expect(verifyContract(contract, { app, basePath: 'api' })).rejects.toThrow('it must start with a slash');
    await expect.poll(listening).toBe(before);
  });

  it('says what is wrong with any other value', async () => {
    const listener = (...args: unknown[]) => void args;
    await expect(verifyContract(contract, { app: listener as never })).rejects.toThrow('pass a listener of node:http');
    await expect(verifyContract(contract, { app: {} as never })).rejects.toThrow('app must be an Express app');
  });
});
