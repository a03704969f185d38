import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { AttributesService } from './attributes.service.ts';

/** Handlers of the attributes part of the contract. */
export function createAttributesRoutes(
  attributes: AttributesService,
): Handlers<(typeof contract)['attributes'], RouteContext> {
  return {
    list: async ({ query, context }) => {
      return { status: 200, body: { data: await attributes.list(context.ctx, query) } };
    },
    create: async ({ body, context }) => {
      const data = await attributes.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/attributes/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => {
      return { status: 200, body: { data: await attributes.get(context.ctx, params.idOrCode) } };
    },
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await attributes.patch(context.ctx, params.idOrCode, body) } };
    },
    delete: async ({ params, context }) => {
      await attributes.delete(context.ctx, params.idOrCode);
      return { status: 204 };
    },
  };
}
