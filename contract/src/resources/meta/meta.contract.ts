import { dataOf } from '@contract-kit/http-spec/zod';
import { operation } from '../../vocabulary.ts';
import { CallerSchema, IndexSchema, OpenApiDocumentSchema, OpenApiQuerySchema } from './meta.schema.ts';

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
    description: [
      'With `profile=generators`, the same operations as an OpenAPI 3.0 document for programs that write clients:',
      'one media type for each body, one spelling of each value, objects that may gain fields.',
    ].join(' '),
    tools: { none: 'An assistant has the schemas of its tools.' },
    auth: 'none',
    entityTag: 'read',
    query: OpenApiQuerySchema,
    responses: { 200: OpenApiDocumentSchema },
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
