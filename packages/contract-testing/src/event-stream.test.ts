import { operation } from '@contract-kit/http-spec/zod';
import { createApi, createMemoryRateLimitStore } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { createNodeListener } from '@contract-kit/middleware/node';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatReport, verifyContract } from './index.ts';

const c = initContract();
const contract = c.router({
  follow: operation({
    id: 'events.follow',
    method: 'GET',
    path: '/events',
    summary: 'Follow events',
    auth: 'none',
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: z.string() }) },
  }),
});

async function* endless(signal: AbortSignal): AsyncGenerator<string> {
  yield 'data: {}\n\n';
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const standard = { name: 'standard', limit: 1000, windowMs: 60_000 };
const api = createApi({
  contract,
  auth: {},
  handlers: { follow: async ({ context }) => ({ status: 200, body: endless(context.signal) }) },
  rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
});

describe.each([
  ['a fetch handler', createFetchHandler(api)],
  ['node:http', createNodeListener(api)],
])('an operation on %s whose stream of events never ends', (_, app) => {
  it('is verified by what comes before the events', async () => {
    const report = await verifyContract(contract, { app, runs: 2 });
    expect(report.failed, formatReport(report)).toBe(0);
    expect(report.passed).toBeGreaterThan(0);
  });
});
