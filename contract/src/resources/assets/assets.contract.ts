import { dataOf, pageOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import {
  AssetCreateSchema,
  AssetFromUrlSchema,
  AssetPatchSchema,
  AssetPathSchema,
  AssetSchema,
  AssetWithUseSchema,
} from './asset.schema.ts';
import { AssetListQuerySchema } from './asset-query.schema.ts';

const read = { scopes: ['assets:read'] } as const;
const write = { scopes: ['assets:write'] } as const;
const one = { resource: 'asset', pathParams: AssetPathSchema } as const;
/** The responses to any way of adding an asset. */
const added = {
  idempotency: 'accepted',
  bodyLimit: limits.assetBody,
  responses: { 200: dataOf(AssetSchema).meta({ headers: { Location: 'shared' } }), 201: dataOf(AssetSchema) },
} as const;

const existing =
  'For a file that the workspace has already, the response is 200 with the asset that is there, unchanged.';
const download = [
  `The address is read within ${limits.assetDownload.timeoutMs / 1000} seconds, redirects included;`,
  'it must not lead to a private or reserved network.',
  `While ${limits.assetDownload.concurrent} addresses are being read for the workspace, the response is 429.`,
].join(' ');

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
    ...added,
    id: 'assets.create',
    method: 'POST',
    path: '/assets',
    summary: 'Upload a file, or take one from an address',
    tools: {
      none: '`add_asset_from_url` takes files from addresses; the bytes of a file do not fit into a conversation.',
    },
    description: [
      'Send the file in a form, or the address to read it from as JSON. What it is follows from its content.',
      existing,
      download,
    ].join(' '),
    body: AssetCreateSchema,
    fileLimit: limits.assetFile,
  }),
  createFromUrl: operation({
    ...write,
    ...added,
    id: 'assets.createFromUrl',
    method: 'POST',
    path: '/assets/from-url',
    summary: 'Take a file from an address',
    tools: [
      {
        name: 'add_asset_from_url',
        title: 'Add an asset from an address',
        description:
          'Read an image, video or document from a public address and keep it; refer to it from images by assetId.',
        defaults: { fields: ['id', 'type', 'fileName', 'url', 'width', 'height'] },
      },
    ],
    description: ['The same as `POST /assets` with a JSON body.', existing, download].join(' '),
    body: AssetFromUrlSchema,
  }),
  get: operation({
    ...read,
    ...one,
    id: 'assets.get',
    method: 'GET',
    path: '/assets/:id',
    summary: 'Get an asset with the products that use it',
    tools: [{ name: 'get_asset' }],
    responses: { 200: dataOf(AssetWithUseSchema) },
  }),
  patch: operation({
    ...write,
    ...one,
    id: 'assets.patch',
    method: 'PATCH',
    path: '/assets/:id',
    summary: 'Change the name, alt text, tags or folder of an asset',
    tools: [
      {
        name: 'update_asset',
        description: 'Change the alt text, tags, folder or name of an asset. The file does not change.',
        defaults: { fields: ['id', 'fileName', 'altText', 'tags', 'folder'] },
      },
    ],
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
    tools: { none: 'It takes the asset out of every product that shows it and cannot be undone: left to people.' },
    description:
      'It is taken out of the images of every product that shows it; each gets a new version and its events.',
    responses: { 204: c.noBody() },
  }),
};
