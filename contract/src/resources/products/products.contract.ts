import { dataOf, listOf, pageOf, pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { BulkLinesSchema, BulkQuerySchema, BulkRequestSchema, BulkResultSchema } from './bulk.schema.ts';
import { ProductPathSchema, ProductSchema } from './product.schema.ts';
import { FacetSchema, ProductFacetsQuerySchema } from './product-facets.schema.ts';
import { ProductCreateSchema, ProductInputSchema } from './product-input.schema.ts';
import { ProductGetQuerySchema, ProductListQuerySchema } from './product-query.schema.ts';
import {
  RestoredProductSchema,
  VersionDiffQuerySchema,
  VersionDiffSchema,
  VersionPathSchema,
  VersionSummarySchema,
} from './version.schema.ts';

const read = ['products:read'] as const;
const write = ['products:write'] as const;
/** The product fields that saving tools return. */
const saved = ['id', 'sku', 'type', 'status', 'version', 'completeness'];
const productBounds = { values: limits.productValues, members: limits.productAttributes };
const productBody = { bodyLimit: limits.productBody, bodyBounds: productBounds };
/** Whether the items of a batch come as one JSON value or as lines. */
const batch = {
  scopes: write,
  idempotency: 'accepted',
  largeResponse: { when: { 'query.include': 'products' } },
  query: BulkQuerySchema,
  bodyLimit: limits.bulkBody,
  itemLimit: limits.productBody,
  itemBounds: productBounds,
  responses: { 200: dataOf(BulkResultSchema) },
} as const;
const batchItems =
  'Each item is validated and saved separately: any error inside an item, even bytes that are not UTF-8, fails only that item. Partial success is normal and has the status 200. Items are applied in order: the same SKU may occur twice, and an item may refer to a parent created before it.';

/** The filters with which an assistant counts: all of them would cost every conversation more than they are worth. */
const countedBy = ['q', 'status', 'type', 'category', 'collection', 'tag', 'brand', 'attributes', 'facets'];

/** Endpoints of products. */
export const productsContract = {
  list: operation({
    id: 'products.list',
    method: 'GET',
    path: '/products',
    summary: 'List products',
    tools: [
      {
        name: 'search_products',
        description:
          'Find products by text, SKU, category, collection, tag, brand, status, completeness or attributes. Shows a few fields of each; name more in `fields`, or read one with get_product.',
        defaults: {
          limit: 20,
          fields: ['sku', 'type', 'status', 'name', 'price', 'currency', 'completeness', 'version'],
        },
        defaultsWith: { q: { sort: 'relevance' } },
      },
      {
        name: 'find_incomplete_products',
        title: 'Find incomplete products',
        description:
          'Products that lack required content, the least complete first. get_product shows what is missing in completenessDetails.',
        arguments: ['q', 'category', 'collection', 'status', 'type', 'brand', 'completeness_max', 'cursor', 'limit'],
        defaults: { completeness_max: 99, limit: 20, fields: ['sku', 'type', 'status', 'name', 'completeness'] },
        fixed: { sort: 'completeness:asc' },
      },
    ],
    description: 'Filters combine with AND. Pages by number, or by `cursor` at a cost that does not grow with depth.',
    scopes: read,
    query: ProductListQuerySchema,
    responses: { 200: pageOf(ProductSchema) },
  }),
  facets: operation({
    id: 'products.facets',
    method: 'GET',
    path: '/product-facets',
    summary: 'Count the products of a list by their values',
    tools: [
      {
        name: 'count_products',
        description:
          'How many products there are by brand, category, status, tag and each filterable attribute, for the filters of search_products.',
        arguments: countedBy,
      },
    ],
    description:
      'Takes the filters of `GET /products`. A facet is not narrowed by its own filter: with `brand=Acme`, the other facets count products of Acme, and `brand` counts every brand. Products of subcategories count for a category, unless `include_subcategories` is false. Values of more than 200 characters are not counted.',
    scopes: read,
    query: ProductFacetsQuerySchema,
    responses: { 200: listOf(FacetSchema) },
  }),
  create: operation({
    id: 'products.create',
    method: 'POST',
    path: '/products',
    summary: 'Create a product',
    tools: [{ name: 'create_product', defaults: { fields: saved } }],
    description: 'A parent names its variant axes; a variant names its parent and fills every axis.',
    scopes: write,
    idempotency: 'accepted',
    body: ProductCreateSchema,
    ...productBody,
    responses: { 201: dataOf(ProductSchema).meta({ headers: { ETag: 'shared' } }) },
    errors: ['conflict'],
  }),
  bulk: operation({
    ...batch,
    id: 'products.bulk',
    method: 'POST',
    path: '/products/bulk',
    summary: 'Create or change up to 500 products by SKU',
    tools: [
      {
        name: 'bulk_upsert_products',
        description:
          'Create or change up to 500 products by SKU in one call. Each item is validated separately: check summary.failed and the error of each failed result.',
        defaults: { fields: ['summary', 'results.sku', 'results.status', 'results.version', 'results.error'] },
      },
    ],
    description: `${batchItems} As \`application/x-ndjson\`, the body is one item per line, and a line that is not JSON is a failed item.`,
    body: BulkRequestSchema,
    bodyTypes: ['application/json', 'application/x-ndjson'],
  }),
  bulkNdjson: operation({
    ...batch,
    id: 'products.bulkNdjson',
    method: 'POST',
    path: '/products/bulk/ndjson',
    summary: 'Create or change up to 500 products by SKU, one per line',
    tools: { none: '`bulk_upsert_products` does the same.' },
    description: `The same as \`POST /products/bulk\` with a body of lines. ${batchItems} A line that is not JSON is a failed item.`,
    body: BulkLinesSchema,
    bodyTypes: ['application/x-ndjson'],
  }),
  get: operation({
    id: 'products.get',
    method: 'GET',
    path: '/products/:idOrSku',
    summary: 'Get a product',
    tools: [{ name: 'get_product' }],
    description: 'With `locale`, content is shown in that language, falling back per field to the default one.',
    scopes: read,
    resource: 'product',
    entityTag: 'read',
    pathParams: ProductPathSchema,
    query: ProductGetQuerySchema,
    responses: { 200: dataOf(ProductSchema) },
  }),
  put: operation({
    id: 'products.put',
    method: 'PUT',
    path: '/products/:idOrSku',
    summary: 'Replace a product, or create it under its SKU',
    tools: { none: '`create_product` and `update_product` do the same, and clear nothing by leaving it out.' },
    description:
      'Omitted content fields are cleared; sku, type, parent, variantAxes, status, currency and units keep their value. A SKU that does not exist creates the product.',
    scopes: write,
    resource: 'product',
    missing: 'create',
    entityTag: 'write',
    pathParams: ProductPathSchema,
    body: ProductInputSchema,
    ...productBody,
    responses: { 200: dataOf(ProductSchema), 201: dataOf(ProductSchema) },
    errors: ['conflict'],
  }),
  patch: operation({
    id: 'products.patch',
    method: 'PATCH',
    path: '/products/:idOrSku',
    summary: 'Change the sent fields of a product',
    tools: [
      {
        name: 'update_product',
        description:
          'Change the given fields and keep the others. Attributes and translations merge (null removes a value); images, collections, bullets, tags and prices replace their whole list. Pass expectedVersion to make sure that it has not changed since you read it.',
        defaults: { fields: saved },
      },
      {
        name: 'set_product_status',
        title: 'Set the status of a product',
        description:
          'Move a product between draft, in_review, approved and archived. An archived product goes back to draft first; an approved one to in_review or archived.',
        arguments: ['status', 'expectedVersion'],
        defaults: { fields: saved },
        idempotent: true,
      },
    ],
    description:
      'Attributes merge (null removes a value), translations merge per locale (an empty string clears a field, null removes the locale), seo, units and associations merge per key. Images, collections, bullets, tags and prices replace their whole list.',
    scopes: write,
    resource: 'product',
    entityTag: 'write',
    pathParams: ProductPathSchema,
    body: ProductInputSchema,
    ...productBody,
    responses: { 200: dataOf(ProductSchema) },
    errors: ['conflict'],
  }),
  delete: operation({
    id: 'products.delete',
    method: 'DELETE',
    path: '/products/:idOrSku',
    summary: 'Delete a product',
    tools: [
      {
        name: 'delete_product',
        description: 'Delete a product permanently; a parent with its variants. Ask the user first.',
      },
    ],
    description:
      'Deleting a parent deletes its variants too. Products associated with a deleted product lose the association, which is a change of each; with more than 500, a job does it.',
    scopes: write,
    resource: 'product',
    entityTag: 'write',
    pathParams: ProductPathSchema,
    responses: { 204: c.noBody() },
  }),
  versions: operation({
    id: 'products.versions',
    method: 'GET',
    path: '/products/:idOrSku/versions',
    summary: 'List the versions of a product, newest first',
    tools: [
      {
        name: 'list_product_versions',
        defaults: { limit: 20, fields: ['version', 'createdAt', 'event', 'source', 'actor.name', 'changedFields'] },
      },
    ],
    scopes: read,
    resource: 'product',
    pathParams: ProductPathSchema,
    query: z.strictObject({ page: pageQuery().page, limit: pageQuery().limit }),
    responses: { 200: pageOf(VersionSummarySchema) },
  }),
  version: operation({
    id: 'products.version',
    method: 'GET',
    path: '/products/:idOrSku/versions/:version',
    summary: 'Get a product as it was at a version',
    tools: { none: '`compare_product_versions` shows what a version had, and only what differs.' },
    scopes: read,
    resource: 'product',
    pathParams: VersionPathSchema,
    responses: { 200: dataOf(ProductSchema) },
  }),
  diff: operation({
    id: 'products.diff',
    method: 'GET',
    path: '/products/:idOrSku/versions/:version/diff',
    summary: 'Compare two versions of a product',
    tools: [{ name: 'compare_product_versions' }],
    scopes: read,
    resource: 'product',
    pathParams: VersionPathSchema,
    query: VersionDiffQuerySchema,
    responses: { 200: dataOf(VersionDiffSchema) },
  }),
  restore: operation({
    id: 'products.restore',
    method: 'POST',
    path: '/products/:idOrSku/versions/:version/restore',
    summary: 'Restore an earlier version of a product',
    tools: [{ name: 'restore_product_version', defaults: { fields: saved } }],
    description:
      'Writes the content of that version as a new version. sku, type, parent, variantAxes and status stay as they are. What no longer exists (a category, a collection, an attribute, an option, a locale or currency of the workspace, an asset, an associated product) is left out, each with a warning.',
    scopes: write,
    resource: 'product',
    entityTag: 'write',
    idempotency: 'accepted',
    pathParams: VersionPathSchema,
    body: c.noBody(),
    responses: { 200: RestoredProductSchema },
  }),
};
