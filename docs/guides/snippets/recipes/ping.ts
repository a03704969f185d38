import { dataOf, operation } from '@contract-kit/http-spec/zod';
import type { Handlers } from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

/** The contract of recipes that are about no operation. */
export const contract = initContract().router({
  ping: operation({
    id: 'meta.ping',
    method: 'GET',
    path: '/ping',
    summary: 'Ask whether the API is there',
    responses: { 200: dataOf(z.literal('pong')) },
  }),
});

export const handlers: Handlers<typeof contract> = {
  ping: async () => ({ status: 200, body: { data: 'pong' } }),
};
