import { BytesSchema, fileOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { RefSchema } from '../../values/identifiers.ts';
import { operation } from '../../vocabulary.ts';
import { thumbnailWidths } from './asset-values.ts';

const widths = thumbnailWidths.map(String) as [string, ...string[]];

export const FilePathSchema = z.object({ file: RefSchema.describe('The last part of the `url` of an asset.') });

export const FileQuerySchema = z.strictObject({
  w: z
    .enum(widths)
    .transform((text) => Number(text) as (typeof thumbnailWidths)[number])
    .optional()
    .describe('Width in pixels: a rendition of a raster image, as WebP. An image is not made larger.'),
});

/** The files of assets, for anyone who has their address. */
export const filesContract = {
  get: operation({
    id: 'files.get',
    method: 'GET',
    path: '/files/:file',
    summary: 'Read the file of an asset',
    tools: { none: 'The response is a file; `search_assets` shows its address.' },
    description: [
      'The `url` of an asset points here. It needs no key and cannot be guessed.',
      'The bytes at an address never change: keep them as long as you like.',
      'What a browser would run is sent as a download, and nothing runs in the origin of the API.',
    ].join(' '),
    auth: 'none',
    limit: 'files',
    resource: 'file',
    ranges: true,
    pathParams: FilePathSchema,
    query: FileQuerySchema,
    responses: {
      200: fileOf(
        { '*/*': BytesSchema },
        {
          headers: {
            'Content-Security-Policy': { description: 'Keeps a browser from running anything in the file.' },
            'Cross-Origin-Resource-Policy': { description: 'Pages of other origins may show the file.' },
          },
        },
      ),
    },
  }),
};
