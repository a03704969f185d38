import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataOf, defineOperations, problemDetails } from '@contract-kit/http-spec/zod';
import { createMemoryRateLimitStore, type Handlers, notFound } from '@contract-kit/middleware';
import { mountContract } from '@contract-kit/middleware/express';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

const { operation, apiError, vocabulary } = defineOperations({
  limits: { generous: { limit: 100_000, windowMs: 60_000 } },
  errors: {
    sold_out: {
      status: 410,
      meaning: 'There are no more tickets.',
      retry: 'never',
      stored: true,
      details: z.object({ left: z.int() }),
    },
  },
  envelope: problemDetails(),
});
const TicketSchema = z.object({ id: z.string() });
const contract = {
  get: operation({
    id: 'tickets.get',
    method: 'GET',
    path: '/tickets/:id',
    summary: 'Get a ticket',
    auth: 'none',
    resource: 'ticket',
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(TicketSchema) },
  }),
  buy: operation({
    id: 'tickets.buy',
    method: 'POST',
    path: '/tickets',
    summary: 'Buy a ticket',
    auth: 'none',
    body: z.strictObject({ seat: z.string().max(3) }),
    responses: { 200: dataOf(TicketSchema) },
    errors: ['sold_out'],
  }),
};

/** Sells to seats of one letter; `details` are what it says of the others. */
async function start(details: { readonly left: number }): Promise<string> {
  const handlers: Handlers<typeof contract> = {
    get: async ({ params: { id } }) => {
      if (id !== 't1') throw notFound('ticket');
      return { status: 200, body: { data: { id } } };
    },
    buy: async ({ body: { seat } }) => {
      if (seat.length > 1) throw apiError('sold_out', 'Too late.', { details });
      return { status: 200, body: { data: { id: 't1' } } };
    },
  };
  const app = express();
  const { generous } = vocabulary.limits;
  mountContract({
    app,
    contract,
    handlers,
    auth: {},
    rateLimit: { store: createMemoryRateLimitStore(), policies: vocabulary.limits, addressPolicy: generous },
    lookups: { ticket: async ({ params }) => (params.id === 't1' ? { entityTag: null } : null) },
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const options = { links: { '/tickets/:id': () => 't1' }, seed: 1, runs: 10 };

it('checks a server against its own error codes and envelope', async () => {
  const report = await verifyContract(contract, { ...options, baseUrl: await start({ left: 0 }) });
  expect(report.failed, formatReport(report)).toBe(0);
});

it('finds details that differ from those of the code', async () => {
  const report = await verifyContract(contract, { ...options, baseUrl: await start({ left: 0.5 }) });
  expect(formatReport(report)).toContain('The details of "sold_out" do not fit their schema.');
});
