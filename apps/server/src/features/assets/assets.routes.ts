import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { AssetsService } from './assets.service.ts';
import type { AssetIntakeService, TakenAsset } from './intake/asset-intake.service.ts';

export interface AssetsRoutesOptions {
  readonly assets: AssetsService;
  readonly intake: AssetIntakeService;
}

/** Handlers of the assets part of the contract. */
export function createAssetsRoutes({
  assets,
  intake,
}: AssetsRoutesOptions): Handlers<(typeof contract)['assets'], RouteContext> {
  return {
    list: async ({ query, context }) => ({ status: 200, body: await assets.list(context.ctx, query) }),
    create: async ({ body, context }) => {
      if ('file' in body) return toResponse(await intake.take(context.ctx, body));
      return toResponse(await intake.takeUrl(context.ctx, body, context.signal));
    },
    createFromUrl: async ({ body, context }) => {
      return toResponse(await intake.takeUrl(context.ctx, body, context.signal));
    },
    get: async ({ params, context }) => ({ status: 200, body: { data: await assets.get(context.ctx, params.id) } }),
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await assets.patch(context.ctx, params.id, body) } };
    },
    delete: async ({ params, context }) => {
      await assets.delete(context.ctx, params.id);
      return { status: 204 };
    },
  };
}

function toResponse({ asset, created }: TakenAsset) {
  const headers = { Location: `${apiPrefix}/assets/${asset.id}` };
  return { status: created ? (201 as const) : (200 as const), headers, body: { data: asset } };
}
