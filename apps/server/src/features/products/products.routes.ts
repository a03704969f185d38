import { formatEntityTag } from '@contract-kit/http-spec';
import { type Handlers, preRendered } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import { notFound, type RouteContext } from '../../kernel/index.ts';
import type { FacetReader } from './facets/facet-reader.ts';
import type { ProductsService } from './products.service.ts';
import type { ProductReader } from './read/product-reader.ts';
import type { VersionReader } from './read/version-reader.ts';
import { productTag, renderDocument, singleProductJson } from './state/product-document.ts';
import type { SavedProduct } from './write/write-command.ts';

type ProductsHandlers = Handlers<(typeof contract)['products'], RouteContext>;

export interface ProductsRoutesOptions {
  readonly products: ProductsService;
  readonly reader: ProductReader;
  readonly facets: FacetReader;
  readonly versions: VersionReader;
}

/** Handlers of the products part of the contract. */
export function createProductsRoutes({ products, reader, facets, versions }: ProductsRoutesOptions): ProductsHandlers {
  return {
    list: async ({ query, context }) => {
      const { json } = await reader.list(context.ctx, query);
      return { status: 200, body: preRendered(json) };
    },
    facets: async ({ query, context }) => {
      return { status: 200, body: { data: await facets.list(context.ctx, query) } };
    },
    create: async ({ body, context }) => {
      const saved = await products.create(context.ctx, body);
      return { status: 201, headers: { ...tagOf(saved), Location: locationOf(saved) }, body: bodyOf(saved) };
    },
    bulk: async ({ body, query: { mode = body.mode, include }, context }) => {
      const data = await products.bulk(context.ctx, body.items, { mode, includeProducts: include === 'products' });
      return { status: 200, body: { data } };
    },
    bulkNdjson: async ({ body, query: { mode = 'merge', include }, context }) => {
      const data = await products.bulk(context.ctx, body.items, { mode, includeProducts: include === 'products' });
      return { status: 200, body: { data } };
    },
    get: async ({ params, query, context }) => {
      const found = await reader.get(context.ctx, params.idOrSku, query);
      if (found === null) throw notFound('product');
      const headers = { ETag: formatEntityTag(found.entityTag.value) };
      return { status: 200, headers, body: preRendered(found.json) };
    },
    put: async ({ params, body, context }) => {
      const saved = await products.put(context.ctx, params.idOrSku, body);
      if (saved.outcome !== 'created') return { status: 200, headers: tagOf(saved), body: bodyOf(saved) };
      return { status: 201, headers: { ...tagOf(saved), Location: locationOf(saved) }, body: bodyOf(saved) };
    },
    patch: async ({ params, body, context }) => {
      const saved = await products.patch(context.ctx, params.idOrSku, body);
      return { status: 200, headers: tagOf(saved), body: bodyOf(saved) };
    },
    delete: async ({ params, context }) => {
      await products.delete(context.ctx, params.idOrSku);
      return { status: 204 };
    },
    versions: async ({ params, query, context }) => {
      const page = await versions.list(context.ctx, params.idOrSku, query);
      return { status: 200, body: page };
    },
    version: async ({ params, context }) => {
      const json = await versions.get(context.ctx, params.idOrSku, params.version);
      return { status: 200, body: preRendered(json) };
    },
    diff: async ({ params, query, context }) => {
      const data = await versions.diff(context.ctx, params.idOrSku, params.version, query.against);
      return { status: 200, body: { data } };
    },
    restore: async ({ params, context }) => {
      const { saved, warnings } = await products.restore(context.ctx, params.idOrSku, params.version);
      return { status: 200, headers: tagOf(saved), body: bodyOf(saved, { warnings }) };
    },
  };
}

function tagOf({ document }: SavedProduct): { readonly ETag: string } {
  return { ETag: formatEntityTag(productTag(document.id, document.version).value) };
}

function locationOf({ document }: SavedProduct): string {
  return `${apiPrefix}/products/${document.id}`;
}

/** @param beside other properties of the body, next to `data`. */
function bodyOf<T>({ document, details }: SavedProduct, beside: Readonly<Record<string, unknown>> = {}): T {
  return preRendered(singleProductJson(renderDocument(document), JSON.stringify(details), beside));
}
