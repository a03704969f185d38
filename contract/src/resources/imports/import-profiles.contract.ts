import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { profileOperations } from '../profile-operations.ts';
import { ImportProfileCreateSchema, ImportProfilePatchSchema, ImportProfileSchema } from './import-profile.schema.ts';

const read = { anyScopes: ['products:read', 'products:write'] } as const;
const write = { scopes: ['products:write'] } as const;
const body = { bodyLimit: limits.importFields, bodyBounds: { members: limits.tableFile.columns } } as const;
const common = profileOperations('import');

/** Endpoints of import profiles. */
export const importProfilesContract = {
  list: operation({
    ...read,
    ...common.list,
    tools: {
      none: '`import_products` takes the same mapping and options; profiles are for files that people import again and again.',
    },
    responses: { 200: listOf(ImportProfileSchema) },
  }),
  create: operation({
    ...write,
    ...body,
    ...common.create,
    summary: 'Save a mapping and options as a profile',
    tools: { none: '`import_products` takes the same mapping and options.' },
    body: ImportProfileCreateSchema,
    responses: { 201: dataOf(ImportProfileSchema).meta({ headers: { ETag: 'shared' } }) },
  }),
  get: operation({
    ...read,
    ...common.get,
    tools: { none: '`import_products` takes the same mapping and options.' },
    entityTag: 'read',
    responses: { 200: dataOf(ImportProfileSchema) },
  }),
  patch: operation({
    ...write,
    ...body,
    ...common.patch,
    tools: { none: 'It changes what other people import with: left to people.' },
    description: 'Imports that were accepted before are not changed. A name that is taken returns 409.',
    entityTag: 'write',
    body: ImportProfilePatchSchema,
    responses: { 200: dataOf(ImportProfileSchema) },
  }),
  delete: operation({
    ...write,
    ...common.delete,
    tools: { none: 'Other people import with it: left to people.' },
    description: 'Imports that were accepted before continue.',
    entityTag: 'write',
  }),
};
