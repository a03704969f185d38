import { dataOf, listOf, pageOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { ProductSchema } from '../products/product.schema.ts';
import { CatalogPathSchema, catalogRead, catalogWrite } from './catalog-operations.ts';
import {
  CollectionCreateSchema,
  CollectionPatchSchema,
  CollectionProductsPutSchema,
  CollectionProductsQuerySchema,
  CollectionProductsResultSchema,
  CollectionSchema,
} from './collection.schema.ts';

const one = { resource: 'collection', pathParams: CatalogPathSchema } as const;

const summary = ['code', 'name', 'productCount'];

/** Endpoints of collections. */
export const collectionsContract = {
  list: operation({
    ...catalogRead,
    id: 'collections.list',
    method: 'GET',
    path: '/collections',
    summary: 'List all collections',
    tools: [{ name: 'list_collections', defaults: { fields: summary } }],
    responses: { 200: listOf(CollectionSchema) },
  }),
  create: operation({
    ...catalogWrite,
    id: 'collections.create',
    method: 'POST',
    path: '/collections',
    summary: 'Create a collection',
    tools: [{ name: 'create_collection', defaults: { fields: summary } }],
    idempotency: 'accepted',
    body: CollectionCreateSchema,
    responses: { 201: dataOf(CollectionSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...catalogRead,
    ...one,
    id: 'collections.get',
    method: 'GET',
    path: '/collections/:idOrCode',
    summary: 'Get a collection',
    tools: { none: '`list_collections` shows every collection.' },
    responses: { 200: dataOf(CollectionSchema) },
  }),
  patch: operation({
    ...catalogWrite,
    ...one,
    id: 'collections.patch',
    method: 'PATCH',
    path: '/collections/:idOrCode',
    summary: 'Change a collection',
    tools: [{ name: 'update_collection', defaults: { fields: summary } }],
    body: CollectionPatchSchema,
    responses: { 200: dataOf(CollectionSchema) },
  }),
  delete: operation({
    ...catalogWrite,
    ...one,
    id: 'collections.delete',
    method: 'DELETE',
    path: '/collections/:idOrCode',
    summary: 'Delete a collection',
    tools: [{ name: 'delete_collection', description: 'Delete a collection. Its products stay. Ask the user first.' }],
    description: 'Its products stay and leave the collection.',
    responses: { 204: c.noBody() },
  }),
  products: operation({
    ...one,
    id: 'collections.products',
    method: 'GET',
    path: '/collections/:idOrCode/products',
    summary: 'List the products of a collection in its order',
    tools: [
      { name: 'list_collection_products', defaults: { limit: 20, fields: ['sku', 'type', 'status', 'name', 'price'] } },
    ],
    scopes: ['catalog:read', 'products:read'],
    query: CollectionProductsQuerySchema,
    responses: { 200: pageOf(ProductSchema) },
  }),
  putProducts: operation({
    ...one,
    id: 'collections.putProducts',
    method: 'PUT',
    path: '/collections/:idOrCode/products',
    summary: 'Replace the products of a collection',
    tools: [
      {
        name: 'set_collection_products',
        description: 'Replace the products of a collection by these, in this order.',
        destructive: true,
      },
    ],
    description: 'Only products that join or leave get a new version and an event.',
    scopes: ['catalog:write'],
    body: CollectionProductsPutSchema,
    bodyLimit: limits.collectionProductsBody,
    responses: { 200: dataOf(CollectionProductsResultSchema) },
  }),
};
