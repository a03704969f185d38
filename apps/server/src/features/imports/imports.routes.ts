import type { Handlers } from '@contract-kit/middleware';
import { type contract, toImportSettings } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { ImportsService } from './imports.service.ts';

/** Handlers of the imports part of the contract. */
export function createImportsRoutes(imports: ImportsService): Handlers<(typeof contract)['imports'], RouteContext> {
  return {
    create: async ({ body, context }) => {
      const { file, ...form } = body;
      const request = { upload: file, settings: toImportSettings(form) };
      const data = await imports.create(context.ctx, request, context.signal);
      return { status: 202, body: { data } };
    },
  };
}
