import { dataOf, defineOperations } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const { operation } = defineOperations({
  scopes: { 'orders:write': 'Place orders.', 'orders:read': 'Read orders.' },
  limits: { standard: { limit: 300, windowMs: 60_000 } },
});

const OrderSchema = z
  .object({ id: z.string(), note: z.string().max(500), placedAt: z.iso.datetime() })
  .meta({ id: 'Order' });

export const contract = initContract().router({
  place: operation({
    id: 'orders.place',
    method: 'POST',
    path: '/orders',
    summary: 'Place an order',
    scopes: ['orders:write'],
    idempotency: 'accepted',
    body: z.strictObject({ sku: z.string(), note: z.string().max(200).optional() }).meta({ id: 'NewOrder' }),
    responses: { 201: dataOf(OrderSchema) },
  }),
  get: operation({
    id: 'orders.get',
    method: 'GET',
    path: '/orders/:id',
    summary: 'Get an order',
    scopes: ['orders:read'],
    resource: 'order',
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(OrderSchema) },
  }),
});
