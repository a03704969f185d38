import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import {
  ExportProfileCreateSchema,
  ExportProfilePatchSchema,
  ExportProfilePathSchema,
  ExportProfileSchema,
  exportProfileLimit,
  FeedPathSchema,
} from './export-profile.schema.ts';
import { ExportFileSchema } from './export-request.schema.ts';

const read = { scopes: ['exports:read'] } as const;
const write = { scopes: ['exports:write'] } as const;
const body = { bodyLimit: limits.exportBody } as const;
const one = { resource: 'exportProfile', pathParams: ExportProfilePathSchema } as const;

/** Endpoints of export profiles and their feeds. */
export const exportProfilesContract = {
  list: operation({
    ...read,
    id: 'exportProfiles.list',
    method: 'GET',
    path: '/export-profiles',
    summary: 'List all export profiles',
    tools: [{ name: 'list_export_profiles', defaults: { fields: ['id', 'name', 'format', 'lastRun'] } }],
    responses: { 200: listOf(ExportProfileSchema) },
  }),
  create: operation({
    ...write,
    ...body,
    id: 'exportProfiles.create',
    method: 'POST',
    path: '/export-profiles',
    summary: 'Save an export as a profile',
    tools: { none: '`export_products` takes the same options; profiles are for feeds that people set up.' },
    description: `A name that is taken returns 409. ${exportProfileLimit}; one more returns 409.`,
    idempotency: 'accepted',
    authorize: 'scopes',
    body: ExportProfileCreateSchema,
    responses: { 201: dataOf(ExportProfileSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...read,
    ...one,
    id: 'exportProfiles.get',
    method: 'GET',
    path: '/export-profiles/:id',
    summary: 'Get an export profile',
    tools: { none: '`list_export_profiles` shows every profile.' },
    responses: { 200: dataOf(ExportProfileSchema) },
  }),
  patch: operation({
    ...write,
    ...body,
    ...one,
    id: 'exportProfiles.patch',
    method: 'PATCH',
    path: '/export-profiles/:id',
    summary: 'Change an export profile',
    tools: { none: 'It changes feeds that other systems read: people do it in the console.' },
    description: 'Its feeds keep their addresses. A name that is taken returns 409.',
    body: ExportProfilePatchSchema,
    responses: { 200: dataOf(ExportProfileSchema) },
    errors: ['conflict'],
  }),
  delete: operation({
    ...write,
    ...one,
    id: 'exportProfiles.delete',
    method: 'DELETE',
    path: '/export-profiles/:id',
    summary: 'Delete an export profile',
    tools: { none: 'It deletes feeds that other systems read: left to people.' },
    description: 'Its feeds return 404 from then on.',
    responses: { 204: c.noBody() },
  }),
  rotateFeeds: operation({
    ...write,
    ...one,
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
