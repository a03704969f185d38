import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { profileOperations } from '../profile-operations.ts';
import {
  ExportProfileCreateSchema,
  ExportProfilePatchSchema,
  ExportProfileSchema,
  FeedPathSchema,
} from './export-profile.schema.ts';
import { ExportFileSchema } from './export-request.schema.ts';

const read = { scopes: ['exports:read'] } as const;
const write = { scopes: ['exports:write'] } as const;
const body = { bodyLimit: limits.exportBody } as const;
const common = profileOperations('export');

/** Endpoints of export profiles and their feeds. */
export const exportProfilesContract = {
  list: operation({
    ...read,
    ...common.list,
    tools: [{ name: 'list_export_profiles', defaults: { fields: ['id', 'name', 'format', 'lastRun'] } }],
    responses: { 200: listOf(ExportProfileSchema) },
  }),
  create: operation({
    ...write,
    ...body,
    ...common.create,
    summary: 'Save an export as a profile',
    tools: { none: '`export_products` takes the same options; profiles are for feeds that people set up.' },
    body: ExportProfileCreateSchema,
    responses: { 201: dataOf(ExportProfileSchema) },
  }),
  get: operation({
    ...read,
    ...common.get,
    tools: { none: '`list_export_profiles` shows every profile.' },
    responses: { 200: dataOf(ExportProfileSchema) },
  }),
  patch: operation({
    ...write,
    ...body,
    ...common.patch,
    tools: { none: 'It changes feeds that other systems read: people do it in the console.' },
    description: 'Its feeds keep their addresses. A name that is taken returns 409.',
    body: ExportProfilePatchSchema,
    responses: { 200: dataOf(ExportProfileSchema) },
  }),
  delete: operation({
    ...write,
    ...common.delete,
    tools: { none: 'It deletes feeds that other systems read: left to people.' },
    description: 'Its feeds return 404 from then on.',
  }),
  rotateFeeds: operation({
    ...write,
    ...common.one,
    id: 'exportProfiles.rotateFeeds',
    method: 'POST',
    path: '/export-profiles/:id/rotate-feeds',
    summary: 'Give the feeds of an export profile new addresses',
    tools: { none: 'The new addresses of feeds are secrets that other systems have to be given by people.' },
    description: 'The old addresses return 404 immediately.',
    idempotency: 'accepted',
    authorize: 'scopes',
    body: c.noBody(),
    responses: { 200: dataOf(ExportProfileSchema) },
  }),
  feed: operation({
    auth: 'none',
    id: 'exportProfiles.feed',
    method: 'GET',
    path: '/feeds/:feed',
    summary: 'Fetch the feed of an export profile',
    tools: { none: 'The response is a file for other systems, and its address is the secret.' },
    description: [
      'Needs no key: the address, one of `feedUrls`, is the secret.',
      'The file is regenerated only after products, the catalog or the profile have changed; until then `If-None-Match` and `If-Modified-Since` return 304 without reading a product.',
      'Text is compressed for clients that accept gzip.',
    ].join(' '),
    ranges: true,
    resource: 'feed',
    pathParams: FeedPathSchema,
    responses: { 200: ExportFileSchema },
  }),
};
