import { formatEntityTag } from '@contract-kit/http-spec';
import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { ImportProfilesService, TaggedProfile } from './profiles/import-profiles.service.ts';

/** Handlers of the import profiles part of the contract. */
export function createImportProfilesRoutes(
  profiles: ImportProfilesService,
): Handlers<(typeof contract)['importProfiles'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await profiles.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const saved = await profiles.create(context.ctx, body);
      const headers = { ...tagOf(saved), Location: `${apiPrefix}/import-profiles/${saved.profile.id}` };
      return { status: 201, headers, body: { data: saved.profile } };
    },
    get: async ({ params, context }) => {
      const found = await profiles.get(context.ctx, params.id);
      return { status: 200, headers: tagOf(found), body: { data: found.profile } };
    },
    patch: async ({ params, body, context }) => {
      const saved = await profiles.patch(context.ctx, params.id, body);
      return { status: 200, headers: tagOf(saved), body: { data: saved.profile } };
    },
    delete: async ({ params, context }) => {
      await profiles.delete(context.ctx, params.id);
      return { status: 204 };
    },
  };
}

function tagOf({ entityTag }: TaggedProfile): { readonly ETag: string } {
  return { ETag: formatEntityTag(entityTag.value) };
}
