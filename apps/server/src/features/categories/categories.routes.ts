import { type Handlers, preRendered } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { CategoryAttributesService } from './attributes/category-attributes.service.ts';
import type { CategoriesService } from './categories.service.ts';
import type { CategoryList } from './category-list.ts';

export interface CategoriesRoutesOptions {
  readonly categories: CategoriesService;
  readonly list: CategoryList;
  readonly attributes: CategoryAttributesService;
}

/** Handlers of the categories part of the contract. */
export function createCategoriesRoutes({
  categories,
  list,
  attributes,
}: CategoriesRoutesOptions): Handlers<(typeof contract)['categories'], RouteContext> {
  return {
    list: async ({ query, context }) => {
      return { status: 200, body: preRendered(await list.render(context.ctx, query.format)) };
    },
    create: async ({ body, context }) => {
      const data = await categories.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/categories/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => {
      return { status: 200, body: { data: await categories.get(context.ctx, params.idOrCode) } };
    },
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await categories.patch(context.ctx, params.idOrCode, body) } };
    },
    delete: async ({ params, query, context }) => {
      await categories.delete(context.ctx, params.idOrCode, query.reassign_to);
      return { status: 204 };
    },
    attributes: async ({ params, context }) => {
      return { status: 200, body: { data: await attributes.list(context.ctx, params.idOrCode) } };
    },
    putAttributes: async ({ params, body, context }) => {
      return { status: 200, body: { data: await attributes.put(context.ctx, params.idOrCode, body) } };
    },
  };
}
