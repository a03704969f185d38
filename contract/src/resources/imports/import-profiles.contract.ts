import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import {
  ImportProfileCreateSchema,
  ImportProfilePatchSchema,
  ImportProfilePathSchema,
  ImportProfileSchema,
  importProfileLimit,
} from './import-profile.schema.ts';

const read = { anyScopes: ['products:read', 'products:write'] } as const;
const write = { scopes: ['products:write'] } as const;
const body = { bodyLimit: limits.importFields, bodyBounds: { members: limits.tableFile.columns } } as const;
const one = { resource: 'importProfile', pathParams: ImportProfilePathSchema } as const;

/** Endpoints of import profiles. */
export const importProfilesContract = {
  list: operation({
    ...read,
    id: 'importProfiles.list',
    method: 'GET',
    path: '/import-profiles',
    summary: 'List all import profiles',
    tools: {
      none: '`import_products` takes the same mapping and options; profiles are for files that people import again and again.',
    },
    responses: { 200: listOf(ImportProfileSchema) },
  }),
  create: operation({
    ...write,
    ...body,
    id: 'importProfiles.create',
    method: 'POST',
    path: '/import-profiles',
    summary: 'Save a mapping and options as a profile',
    tools: { none: '`import_products` takes the same mapping and options.' },
    description: `A name that is taken returns 409. ${importProfileLimit}; one more returns 409.`,
    idempotency: 'accepted',
    authorize: 'scopes',
    body: ImportProfileCreateSchema,
    responses: { 201: dataOf(ImportProfileSchema).meta({ headers: { ETag: 'shared' } }) },
    errors: ['conflict'],
  }),
  get: operation({
    ...read,
    ...one,
    id: 'importProfiles.get',
    method: 'GET',
    path: '/import-profiles/:id',
    summary: 'Get an import profile',
    tools: { none: '`import_products` takes the same mapping and options.' },
    entityTag: 'read',
    responses: { 200: dataOf(ImportProfileSchema) },
  }),
  patch: operation({
    ...write,
    ...body,
    ...one,
    id: 'importProfiles.patch',
    method: 'PATCH',
    path: '/import-profiles/:id',
    summary: 'Change an import profile',
    tools: { none: 'It changes what other people import with: left to people.' },
    description: 'Imports that were accepted before are not changed. A name that is taken returns 409.',
    entityTag: 'write',
    body: ImportProfilePatchSchema,
    responses: { 200: dataOf(ImportProfileSchema) },
    errors: ['conflict'],
  }),
  delete: operation({
    ...write,
    ...one,
    id: 'importProfiles.delete',
    method: 'DELETE',
    path: '/import-profiles/:id',
    summary: 'Delete an import profile',
    tools: { none: 'Other people import with it: left to people.' },
    description: 'Imports that were accepted before continue.',
    entityTag: 'write',
    responses: { 204: c.noBody() },
  }),
};
