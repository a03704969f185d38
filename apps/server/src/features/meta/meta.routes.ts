import { type Handlers, preRendered } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { KeyRecord, KeyService, KeyUses } from '../keys/index.ts';
import type { MetaService } from './meta.service.ts';

export interface MetaRoutesOptions {
  readonly meta: MetaService;
  readonly keys: Pick<KeyService, 'deprecatedUses'>;
  readonly keyUses: KeyUses;
}

/** Handlers of the meta part of the contract. */
export function createMetaRoutes({
  meta,
  keys,
  keyUses,
}: MetaRoutesOptions): Handlers<(typeof contract)['meta'], RouteContext> {
  return {
    index: async () => ({ status: 200, body: { data: meta.index() } }),
    openapi: async ({ query }) => {
      const { text, entityTag } = await meta.openapi(query.profile);
      return { status: 200, body: preRendered(text), headers: { ETag: entityTag } };
    },
    me: async ({ context }) => {
      const key = context.caller.record as KeyRecord;
      const lastUsedAt = keyUses.note(key.uuid);
      return { status: 200, body: { data: meta.caller(key, lastUsedAt, await keys.deprecatedUses(key)) } };
    },
  };
}
