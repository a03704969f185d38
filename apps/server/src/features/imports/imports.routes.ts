import type { Handlers } from '@contract-kit/middleware';
import { type contract, type ImportForm, toImportSettings } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { ImportRequest, ImportsService } from './imports.service.ts';

/** Handlers of the imports part of the contract. */
export function createImportsRoutes(imports: ImportsService): Handlers<(typeof contract)['imports'], RouteContext> {
  return {
    create: {
      authorize: (caller, { body }) => imports.assertMayImport(caller, toRequest(body)),
      handle: async ({ body, context }) => {
        const data = await imports.create(context.ctx, toRequest(body), context.signal);
        return { status: 202, body: { data } };
      },
    },
  };
}

function toRequest({ file, profile, ...form }: ImportForm): ImportRequest {
  return { upload: file, settings: toImportSettings(form), profile };
}
