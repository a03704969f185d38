import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import { ApiKeyCreateSchema, ApiKeyPathSchema, ApiKeySchema, ApiKeyWithTextSchema } from './key.schema.ts';

const access = { scopes: ['keys:write'] } as const;
const one = { resource: 'apiKey', pathParams: ApiKeyPathSchema } as const;

/**
 * The API keys of a workspace: a key can only create and revoke keys without scopes beyond its own (API behavior 2.5).
 */
export const keysContract = {
  list: operation({
    ...access,
    id: 'keys.list',
    method: 'GET',
    path: '/keys',
    summary: 'List all API keys',
    tools: { none: 'People manage API keys; an assistant neither sees nor creates them.' },
    description: 'Oldest first; those that expired too, until they are revoked.',
    responses: { 200: listOf(ApiKeySchema) },
  }),
  create: operation({
    ...access,
    id: 'keys.create',
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key',
    tools: { none: 'People manage API keys; an assistant neither sees nor creates them.' },
    description: `Only this response shows its \`key\`. A key cannot grant more than it has: a scope it lacks returns 403, and an expiring key can only create keys that expire no later than itself (422). A workspace has at most ${limits.keys} keys; one more returns 409.`,
    idempotency: 'accepted',
    authorize: 'handler',
    bodyLimit: limits.keyBody,
    body: ApiKeyCreateSchema,
    responses: { 201: dataOf(ApiKeyWithTextSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...access,
    ...one,
    id: 'keys.get',
    method: 'GET',
    path: '/keys/:id',
    summary: 'Get an API key',
    tools: { none: 'People manage API keys; an assistant neither sees nor creates them.' },
    responses: { 200: dataOf(ApiKeySchema) },
  }),
  delete: operation({
    ...access,
    ...one,
    id: 'keys.delete',
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revoke an API key',
    tools: { none: 'People manage API keys; an assistant neither sees nor creates them.' },
    description:
      'It stops working everywhere within a second, permanently. A key can revoke keys of the workspace that have no scope it lacks (403), including itself.',
    authorize: 'handler',
    responses: { 204: c.noBody() },
  }),
};
