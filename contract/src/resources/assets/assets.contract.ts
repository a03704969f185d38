import { dataOf, pageOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import {
  AssetCreateSchema,
  AssetPatchSchema,
  AssetPathSchema,
  AssetSchema,
  AssetWithUseSchema,
} from './asset.schema.ts';
import { AssetListQuerySchema } from './asset-query.schema.ts';

const read = { scopes: ['assets:read'] } as const;
const write = { scopes: ['assets:write'] } as const;
const one = { resource: 'asset', pathParams: AssetPathSchema } as const;

/** Endpoints of assets. */
export const assetsContract = {
  list: operation({
    ...read,
    id: 'assets.list',
    method: 'GET',
    path: '/assets',
    summary: 'List assets, newest first',
    tools: [
      {
        name: 'search_assets',
        defaults: { limit: 20, fields: ['id', 'type', 'fileName', 'url', 'altText', 'usageCount'] },
      },
    ],
    query: AssetListQuerySchema,
    responses: { 200: pageOf(AssetSchema) },
  }),
  create: operation({
    ...write,
    id: 'assets.create',
    method: 'POST',
    path: '/assets',
    summary: 'Upload a file, or take one from an address',
    tools: [
      {
        name: 'add_asset_from_url',
        title: 'Add an asset from an address',
        description:
          'Read an image, video or document from a public address and keep it; refer to it from images by assetId.',
        defaults: { fields: ['id', 'type', 'fileName', 'url', 'width', 'height'] },
      },
    ],
    description: [
      'Send the file in a form, or as JSON the address to read it from. What it is follows from its content.',
      'A file the workspace has already answers 200 with the asset that is there, unchanged.',
      `An address is read within ${limits.assetDownload.timeoutMs / 1000} seconds, redirects included;`,
      'it must not lead to a private or reserved network.',
      `While ${limits.assetDownload.concurrent} addresses are being read for the workspace, the response is 429.`,
    ].join(' '),
    idempotency: 'accepted',
    body: AssetCreateSchema,
    bodyLimit: limits.assetBody,
    fileLimit: limits.assetFile,
    responses: { 200: dataOf(AssetSchema), 201: dataOf(AssetSchema) },
  }),
  get: operation({
    ...read,
    ...one,
    id: 'assets.get',
    method: 'GET',
    path: '/assets/:id',
    summary: 'Get an asset with the products that use it',
    responses: { 200: dataOf(AssetWithUseSchema) },
  }),
  patch: operation({
    ...write,
    ...one,
    id: 'assets.patch',
    method: 'PATCH',
    path: '/assets/:id',
    summary: 'Change the name, alt text, tags or folder of an asset',
    description: 'Its file and its `url` stay as they are.',
    body: AssetPatchSchema,
    bodyLimit: limits.assetBody,
    responses: { 200: dataOf(AssetSchema) },
  }),
  delete: operation({
    ...write,
    ...one,
    id: 'assets.delete',
    method: 'DELETE',
    path: '/assets/:id',
    summary: 'Delete an asset',
    description:
      'It is taken out of the images of every product that shows it; each gets a new version and its events.',
    responses: { 204: c.noBody() },
  }),
};
