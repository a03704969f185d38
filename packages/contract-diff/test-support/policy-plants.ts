import type { Deprecation, ToolPolicy } from '@contract-kit/http-spec';
import type { Snapshot } from '../src/index.ts';
import { contract, operation, type Plant, policy, withOperation, withOperations, withPolicy } from './plant.ts';

function plant(rule: string, before: Snapshot, after: Snapshot): Plant {
  return { rule, before, after };
}

const errors = contract.errors ?? {};
const withError = (changes: object) => ({
  ...contract,
  errors: { ...errors, quota_exceeded: { ...errors.quota_exceeded, ...changes } } as Snapshot['errors'],
});
const without = (code: string) => Object.fromEntries(Object.entries(errors).filter(([name]) => name !== code));
const quotaExceeded = errors.quota_exceeded as NonNullable<(typeof errors)[string]>;
const { details: _, ...withoutDetails } = quotaExceeded;
const withLimit = (limit: number, windowMs: number) => ({
  ...contract,
  rateLimits: { ...contract.rateLimits, standard: { name: 'standard', limit, windowMs } },
});
const keyed = { idempotency: 'accepted', errors: policy.errors } as const;
const batch = { field: 'items', maxItems: 10, itemLimit: 512, itemBounds: { depth: 8 } };
const withTool = (tool: Partial<ToolPolicy>) => withPolicy({ tools: [{ name: 'change_todo', ...tool }] });
const ended = (deprecation: Deprecation | undefined) => withPolicy({ deprecated: deprecation });
const reading = { ...operation, method: 'GET' };
const since = '2026-01-01';

const access: readonly Plant[] = [
  plant('auth.required', withPolicy({ auth: [] }), contract),
  plant('auth.scheme-removed', withPolicy({ auth: ['apiKey', 'session'] }), contract),
  plant(
    'auth.presentation-removed',
    {
      ...contract,
      authSchemes: {
        apiKey: {
          anyOf: {
            bearer: { type: 'http', scheme: 'bearer' },
            header: { type: 'apiKey', in: 'header', name: 'X-Key' },
          },
        },
      },
    },
    contract,
  ),
  plant('scopes.added', contract, withPolicy({ scopes: ['todos:write', 'todos:read'] })),
  plant('any-scopes.removed', withPolicy({ anyScopes: ['a', 'b'] }), withPolicy({ anyScopes: ['a'] })),
  plant('any-scopes.required', contract, withPolicy({ anyScopes: ['a'] })),
  plant('any-scopes.removed', contract, {
    ...contract,
    events: { 'todo.created': { content: {}, ...contract.events?.['todo.created'], anyScopes: ['todos:write'] } },
  }),
  plant('authorize.added', contract, withPolicy({ authorize: 'handler' })),
];

const rateLimits: readonly Plant[] = [
  plant('rate-limit.lowered', contract, withLimit(500, 60_000)),
  plant('rate-limit.lowered', contract, withLimit(600, 120_000)),
  plant('rate-limit.raised', contract, withLimit(1200, 61_000)),
  plant('rate-limit.changed', contract, withLimit(700, 120_000)),
  plant('rate-limit.smaller-bucket', contract, withPolicy({ limits: ['small'] })),
  plant('rate-limit.changed', withPolicy({ limits: ['small'] }), withPolicy({ limits: ['slow'] })),
  plant('rate-limit.other-bucket', contract, withPolicy({ limits: ['same'] })),
  plant('rate-limit.other-bucket', contract, withPolicy({ limits: ['nobody_says'] })),
  plant('rate-limit.added', contract, withPolicy({ limits: ['standard', 'slow'] })),
];

const changes: readonly Plant[] = [
  plant('idempotency.lost', withPolicy({ idempotency: 'accepted' }), contract),
  plant('idempotency.replay-narrowed', withPolicy(keyed), withPolicy({ ...keyed, secretResponse: true })),
  plant('idempotency.room-limited', withPolicy(keyed), withPolicy({ ...keyed, largeResponse: {} })),
  plant(
    'idempotency.room-changed',
    withPolicy({ ...keyed, largeResponse: {} }),
    withPolicy({ ...keyed, largeResponse: { when: { 'query.all': true } } }),
  ),
  plant('idempotency.retention-shortened', contract, {
    ...contract,
    idempotency: { keyMaxLength: 255, retentionMs: 1000 },
  }),
  plant('idempotency.key-shortened', contract, {
    ...contract,
    idempotency: { keyMaxLength: 64, retentionMs: 86_400_000 },
  }),
  plant('entity-tag.read-lost', withPolicy({ entityTag: 'read' }), contract),
  plant('entity-tag.write-lost', withPolicy({ entityTag: 'write' }), contract),
  plant(
    'entity-tag.required',
    withPolicy({ entityTag: 'write' }),
    withPolicy({ entityTag: 'write', ifMatch: 'required' }),
  ),
  plant('ranges.lost', withPolicy({ ranges: true }), contract),
  plant('missing.create-lost', withPolicy({ missing: 'create' }), contract),
];

const failures: readonly Plant[] = [
  plant('error.status-changed', contract, withError({ status: 403 })),
  plant('error.retry-changed', contract, withError({ retry: 'after' })),
  plant('error.stored-changed', contract, withError({ stored: false })),
  plant('error.removed', contract, { ...contract, errors: without('conflict') }),
  plant('error.renamed', contract, {
    ...withPolicy({ errors: ['bad_request', 'over_quota'] }),
    errors: { ...without('quota_exceeded'), over_quota: quotaExceeded },
  }),
  plant('error.details-removed', contract, { ...contract, errors: { ...errors, quota_exceeded: withoutDetails } }),
  plant(
    'response.pattern-set',
    withError({ details: { type: 'string' } }),
    withError({ details: { type: 'string', pattern: 'a' } }),
  ),
  plant('operation-error.removed', withPolicy({ errors: [...policy.errors, 'conflict'] }), contract),
  plant('operation-error.replaced', contract, withPolicy({ errors: ['bad_request', 'no_credit'] })),
  plant(
    'response.media-type-removed',
    { ...contract, errorBody: { ...contract.errorBody, 'text/html': {} } },
    contract,
  ),
];

const sizes: readonly Plant[] = [
  plant('size.body-lowered', contract, withPolicy({ bodyLimit: 512 })),
  plant('size.file-lowered', withPolicy({ fileLimit: 9 }), withPolicy({ fileLimit: 8 })),
  plant('size.item-lowered', withPolicy({ batch }), withPolicy({ batch: { ...batch, itemLimit: 256 } })),
  plant('size.items-lowered', withPolicy({ batch }), withPolicy({ batch: { ...batch, maxItems: 5 } })),
  plant('size.json-lowered', contract, withPolicy({ bodyBounds: { depth: 8 } })),
  plant('size.item-json-lowered', withPolicy({ batch }), withPolicy({ batch: { ...batch, itemBounds: { depth: 4 } } })),
];

const tools: readonly Plant[] = [
  plant('tool.removed', withTool({}), contract),
  plant('tool.argument-removed', withTool({ arguments: ['title', 'id'] }), withTool({ arguments: ['id'] })),
  plant('tool.argument-removed', withTool({}), withTool({ arguments: ['id', 'tag'] })),
  plant('tool.became-destructive', withTool({}), withTool({ destructive: true })),
  plant('tool.repetition-lost', withTool({ idempotent: true }), withTool({})),
  plant(
    'tool.description-changed',
    withTool({ description: 'Change it.' }),
    withTool({ description: 'Change a to-do.' }),
  ),
  plant('tool.title-changed', withTool({ title: 'Change' }), withTool({ title: 'Edit' })),
  plant('tool.defaults-changed', withTool({ defaults: { id: 'a' } }), withTool({ defaults: { id: 'b' } })),
  plant(
    'tool.became-writing',
    withOperations({ a: { ...reading, policy: { ...policy, tools: [{ name: 'change' }] } }, b: operation }),
    withOperations({ a: reading, b: { ...operation, policy: { ...policy, tools: [{ name: 'change' }] } } }),
  ),
  plant(
    'tool.moved',
    withOperations({
      a: { ...operation, policy: { ...policy, tools: [{ name: 'change' }] } },
      b: { ...operation, path: '/b' },
    }),
    withOperations({
      a: operation,
      b: { ...operation, path: '/b', policy: { ...policy, tools: [{ name: 'change' }] } },
    }),
  ),
];

const lifecycle: readonly Plant[] = [
  plant('lifecycle.deprecated', contract, ended({ since })),
  plant('lifecycle.deprecated', withOperation({}), withOperation({ deprecated: true })),
  plant('lifecycle.sunset-set', ended({ since }), ended({ since, sunset: '2027-01-01' })),
  plant(
    'lifecycle.sunset-pulled-forward',
    ended({ since, sunset: '2027-01-01' }),
    ended({ since, sunset: '2026-06-01' }),
  ),
  plant('lifecycle.successor-changed', ended({ since }), ended({ since, successor: 'todos.edit' })),
];

export const policyPlants: readonly Plant[] = [
  ...access,
  ...rateLimits,
  ...changes,
  ...failures,
  ...sizes,
  ...tools,
  ...lifecycle,
];
