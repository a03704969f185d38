import { contentDisposition, type Handlers } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import { contentTypeOf, tallyHeaders } from './file-headers.ts';
import type { ExportsService } from './requests/exports.service.ts';

/** Handlers of the exports part of the contract. */
export function createExportsRoutes(exports: ExportsService): Handlers<(typeof contract)['exports'], RouteContext> {
  return {
    create: async ({ body, context }) => {
      const outcome = await exports.create(context.ctx, body);
      if ('jobId' in outcome) return { status: 202, body: { data: outcome } };
      const { plan, result } = outcome;
      const headers = {
        'Content-Type': contentTypeOf(plan.format),
        'Content-Disposition': contentDisposition('attachment', plan.fileName),
        ...tallyHeaders(outcome),
      };
      return { status: 200, headers, body: result };
    },
  };
}
