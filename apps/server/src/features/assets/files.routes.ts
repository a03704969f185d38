import { FileBody, type Handlers } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { AssetFiles } from './files/asset-files.ts';
import { dispositionOf, foreverPublic, lockedAway } from './files/file-safety.ts';

/** Handlers of the files part of the contract. */
export function createFilesRoutes(files: AssetFiles): Handlers<(typeof contract)['files'], RouteContext> {
  return {
    get: async ({ params, query }) => {
      const file = await files.find(params.file, query.w);
      const { mediaType } = file;
      const body = new FileBody({
        ...file,
        open: (range) => files.open(file, range),
        disposition: dispositionOf(mediaType),
        cacheControl: foreverPublic,
      });
      return { status: 200, headers: lockedAway, body };
    },
  };
}
