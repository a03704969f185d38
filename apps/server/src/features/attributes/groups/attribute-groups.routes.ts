import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../../kernel/index.ts';
import type { AttributeGroupsService } from './attribute-groups.service.ts';

/** Handlers of the attribute groups part of the contract. */
export function createAttributeGroupsRoutes(
  groups: AttributeGroupsService,
): Handlers<(typeof contract)['attributeGroups'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await groups.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const data = await groups.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/attribute-groups/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => {
      return { status: 200, body: { data: await groups.get(context.ctx, params.idOrCode) } };
    },
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await groups.patch(context.ctx, params.idOrCode, body) } };
    },
    delete: async ({ params, context }) => {
      await groups.delete(context.ctx, params.idOrCode);
      return { status: 204 };
    },
  };
}
