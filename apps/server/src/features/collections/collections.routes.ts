import { type Handlers, preRendered } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { CollectionProductsService } from './collection-products.service.ts';
import type { CollectionsService } from './collections.service.ts';

export interface CollectionsRoutesOptions {
  readonly collections: CollectionsService;
  readonly products: CollectionProductsService;
}

/** Handlers of the collections part of the contract. */
export function createCollectionsRoutes({
  collections,
  products,
}: CollectionsRoutesOptions): Handlers<(typeof contract)['collections'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await collections.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const data = await collections.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/collections/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => {
      return { status: 200, body: { data: await collections.get(context.ctx, params.idOrCode) } };
    },
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await collections.patch(context.ctx, params.idOrCode, body) } };
    },
    delete: async ({ params, context }) => {
      await collections.delete(context.ctx, params.idOrCode);
      return { status: 204 };
    },
    products: async ({ params, query, context }) => {
      const { json } = await products.page(context.ctx, params.idOrCode, query);
      return { status: 200, body: preRendered(json) };
    },
    putProducts: async ({ params, body, context }) => {
      return { status: 200, body: { data: await products.put(context.ctx, params.idOrCode, body.products) } };
    },
  };
}
