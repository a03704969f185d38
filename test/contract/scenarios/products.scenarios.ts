import { asLines } from '../../support/contract/sample-requests.ts';
import {
  longBody,
  longReference,
  otherVersion,
  repeatable,
  scoped,
  unknownRecord,
  withBody,
} from '../policy-scenarios.ts';
import type { Draft, Scenario, ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

/** A product, named by its SKU. */
const one: Scenario = async (context) => {
  await context.create('/products', { sku: 'MUG', name: 'Mug' });
  return { params: { idOrSku: 'MUG' } };
};

const changed: Scenario = async (context) => ({ ...(await one(context)), body: { name: 'Blue mug' } });

/** A version of a product that has two. */
const version = async (context: ScenarioContext, number: string): Promise<Draft> => {
  const { params } = await one(context);
  await context.api.patch('/products/MUG', { name: 'Blue mug' });
  return { params: { ...params, version: number } };
};

const staleVersion: Scenario = async (context) => ({
  ...(await one(context)),
  body: { name: 'Cup', expectedVersion: 7 },
});

const noNumber: Scenario = async (context) => version(context, 'first');

export const productScenarios: ScenariosOf<'products'> = {
  'products.list': {
    ...scoped,
    200: async (context) => {
      await context.create('/products', { sku: 'MUG', name: 'Mug' });
      return { query: 'status=draft&sort=name:asc' };
    },
    validation_failed: () => ({ query: 'limit=0' }),
  },
  'products.create': {
    ...scoped,
    ...repeatable(() => ({ body: { sku: 'CUP', name: 'Cup' } })),
    201: () => ({ body: { sku: 'MUG', name: 'Mug', price: 12.5, images: [{ url: 'https://example.com/mug.jpg' }] } }),
    conflict: async (context) => {
      await context.create('/products', { sku: 'MUG', name: 'Mug' });
      return { body: { sku: 'MUG', name: 'Mug' } };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ sku: 'a mug', name: 'Mug' }),
  },
  'products.bulk': {
    ...scoped,
    ...repeatable(() => ({ body: { items: [{ sku: 'CUP', name: 'Cup' }] } })),
    200: () => ({ body: { items: [{ sku: 'MUG', name: 'Mug' }, { sku: 'CUP' }] }, query: 'include=products' }),
    payload_too_large: longBody,
    validation_failed: withBody({ items: [] }),
  },
  'products.bulkNdjson': {
    ...scoped,
    ...repeatable(() => ({ body: asLines([{ sku: 'CUP', name: 'Cup' }]) })),
    200: () => ({ body: asLines([{ sku: 'MUG', name: 'Mug' }, { sku: 'CUP' }]), query: 'include=products' }),
    payload_too_large: (context) => ({ body: asLines(['x'.repeat(context.route.policy.bodyLimit as number)]) }),
    validation_failed: () => ({ body: asLines([{ sku: 'MUG', name: 'Mug' }]), query: 'mode=append' }),
  },
  'products.get': {
    ...scoped,
    200: one,
    304: async (context) => {
      const draft = await one(context);
      const { etag } = await context.send(draft);
      return { ...draft, headers: { 'if-none-match': etag } };
    },
    not_found: unknownRecord,
    validation_failed: async (context) => ({ ...(await one(context)), query: 'locale=english' }),
  },
  'products.put': {
    ...scoped,
    200: changed,
    201: () => ({ params: { idOrSku: 'CUP' }, body: { name: 'Cup' } }),
    not_found: async (context) => ({
      ...(await changed(context)),
      params: { idOrSku: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xw' },
    }),
    conflict: staleVersion,
    precondition_failed: otherVersion,
    payload_too_large: longBody,
    validation_failed: withBody({ gtin: '4006381333930' }),
  },
  'products.patch': {
    ...scoped,
    200: changed,
    not_found: unknownRecord,
    conflict: staleVersion,
    precondition_failed: otherVersion,
    payload_too_large: longBody,
    validation_failed: withBody({ status: 'sold' }),
  },
  'products.delete': {
    ...scoped,
    204: one,
    not_found: unknownRecord,
    precondition_failed: otherVersion,
    validation_failed: longReference,
  },
  'products.versions': {
    ...scoped,
    200: one,
    not_found: unknownRecord,
    validation_failed: async (context) => ({ ...(await one(context)), query: 'page=0' }),
  },
  'products.version': {
    ...scoped,
    200: (context) => version(context, '1'),
    not_found: (context) => version(context, '3'),
    validation_failed: noNumber,
  },
  'products.diff': {
    ...scoped,
    200: (context) => version(context, '2'),
    not_found: (context) => version(context, '3'),
    validation_failed: noNumber,
  },
  'products.restore': {
    ...scoped,
    ...repeatable(() => ({ params: { idOrSku: 'MUG', version: '2' } })),
    200: (context) => version(context, '1'),
    not_found: (context) => version(context, '3'),
    precondition_failed: otherVersion,
    validation_failed: noNumber,
  },
};
