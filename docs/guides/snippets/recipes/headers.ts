import { randomUUID } from 'node:crypto';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { type Api, createApi } from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { options } from './options.ts';

const QuoteSchema = z.object({ id: z.string(), price: z.number(), currency: z.enum(['EUR', 'USD']) });

export const contract = initContract().router({
  ask: operation({
    id: 'quotes.ask',
    method: 'POST',
    path: '/quotes',
    summary: 'Ask for a price',
    headers: { 'x-currency': z.enum(['EUR', 'USD']).optional() },
    body: z.strictObject({ pieces: z.int().min(1) }),
    responses: {
      201: dataOf(QuoteSchema).meta({
        headers: { 'X-Valid-Seconds': { description: 'How long the price is valid.' } },
      }),
    },
  }),
});

export function createQuotesApi(basePath = ''): Api {
  return createApi({
    ...options,
    basePath,
    contract,
    handlers: {
      ask: async ({ body: { pieces }, headers: { 'x-currency': currency = 'EUR' } }) => {
        const quote = { id: randomUUID(), price: pieces * 10, currency };
        const headers = { Location: `${basePath}/quotes/${quote.id}`, 'X-Valid-Seconds': '600' };
        return { status: 201, headers, body: { data: quote } };
      },
    },
  });
}
