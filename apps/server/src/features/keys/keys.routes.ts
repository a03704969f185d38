import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import { toApiKey } from './key.mapper.ts';
import type { KeyRecord } from './key-record.ts';
import type { KeyService } from './keys.service.ts';

/** Handlers of the keys part of the contract. */
export function createKeysRoutes(keys: KeyService): Handlers<(typeof contract)['keys'], RouteContext> {
  return {
    list: async ({ context: { ctx } }) => {
      return { status: 200, body: { data: (await keys.listActive(ctx)).map(toApiKey) } };
    },
    create: {
      authorize: ({ record }, { body }) => keys.assertMayCreate(record as KeyRecord, body),
      handle: async ({ body, context }) => {
        const created = await keys.createWith(context.caller.record as KeyRecord, body);
        const shown = toApiKey(created);
        return {
          status: 201,
          headers: { Location: `${apiPrefix}/keys/${shown.id}` },
          body: { data: { ...shown, key: created.key } },
        };
      },
    },
    get: async ({ params, context: { ctx } }) => {
      return { status: 200, body: { data: toApiKey(await keys.get(ctx, params.id)) } };
    },
    delete: {
      authorize: ({ record }, { params }) => keys.assertMayRevoke(record as KeyRecord, params.id),
      handle: async ({ params, context: { ctx } }) => {
        await keys.revokeOwn(ctx, params.id);
        return { status: 204 };
      },
    },
  };
}
