import { type Client, isErrorOf } from '@contract-kit/client';
import { dataOf, defineOperations, problemDetails } from '@contract-kit/http-spec/zod';
import { type Api, createApi } from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { options } from './options.ts';

const { operation, apiError } = defineOperations({
  errors: {
    payment_required: {
      status: 402,
      meaning: 'The account does not cover the price.',
      retry: 'never',
      stored: true,
      details: z.object({ missing: z.number().describe('What has to be paid in first.') }),
    },
  },
  envelope: problemDetails({ typeOf: (code) => `https://docs.example.com/problems/${code}` }),
});

export const contract = initContract().router({
  rent: operation({
    id: 'rentals.create',
    method: 'POST',
    path: '/rentals',
    summary: 'Rent a bike',
    body: z.strictObject({ hours: z.int().min(1) }),
    responses: { 200: dataOf(z.object({ price: z.number() })) },
    errors: ['payment_required'],
  }),
});

/** @param balance what the account of every caller has. */
export function createRentalsApi(balance: number): Api {
  return createApi({
    ...options,
    contract,
    handlers: {
      rent: async ({ body: { hours } }) => {
        const price = hours * 4;
        if (price > balance) {
          const details = { missing: price - balance };
          throw apiError('payment_required', `The price is ${price}.`, { details });
        }
        return { status: 200, body: { data: { price } } };
      },
    },
  });
}

/** What a client does about the code: its details have the type that the vocabulary states. */
export async function rentOrPayIn(client: Client<typeof contract>, hours: number): Promise<string> {
  try {
    const { body } = await client.rent({ body: { hours } });
    return `rented for ${body.data.price}`;
  } catch (error) {
    if (!isErrorOf(client.rent, error) || error.code !== 'payment_required') throw error;
    return `pay in ${error.details.missing}`;
  }
}
