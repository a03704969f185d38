import { dataOf } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { operation } from '../../vocabulary.ts';
import { CallerSchema, IndexSchema } from './meta.schema.ts';

/** Endpoints about the API itself. */
export const metaContract = {
  index: operation({
    id: 'meta.index',
    method: 'GET',
    path: '/',
    summary: 'Index of links',
    tools: { none: 'It lists links for programs; an assistant has the list of tools.' },
    auth: 'none',
    responses: { 200: dataOf(IndexSchema) },
  }),
  openapi: operation({
    id: 'meta.openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    tools: { none: 'An assistant has the schemas of its tools.' },
    auth: 'none',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  me: operation({
    id: 'meta.me',
    method: 'GET',
    path: '/me',
    summary: 'The calling key, its scopes and its workspace',
    tools: [
      {
        name: 'get_workspace',
        title: 'Get the workspace',
        description: 'What the key may do, and the locales and currencies of the workspace.',
        defaults: { fields: ['scopes', 'workspace'] },
      },
    ],
    responses: { 200: dataOf(CallerSchema) },
  }),
};
