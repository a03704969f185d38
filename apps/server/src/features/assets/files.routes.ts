import { FileBody, type Handlers } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { AssetFiles } from './files/asset-files.ts';

/** Types that browsers display without running them. */
const shown = /^(image\/(?!svg\+xml$)|video\/|audio\/)/;

/** How a browser should open a file: everything it might run is a download. */
function dispositionOf(mediaType: string): 'inline' | 'attachment' {
  return shown.test(mediaType) ? 'inline' : 'attachment';
}

/** The bytes at an address never change. */
const foreverPublic = 'public, max-age=31536000, immutable';

/** However the file is opened, nothing in it runs, loads anything or has the origin of the API (CSP Level 3). */
const sandboxHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

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
      return { status: 200, headers: sandboxHeaders, body };
    },
  };
}
