import type { PolicySnapshot, Snapshot } from '../src/index.ts';

/** A deliberate change: the rule that finds it, and two contracts that differ only in it. */
export interface Plant {
  /** Id of the rule that finds it from `before` to `after`; the mirror of the rule finds the reverse. */
  readonly rule: string;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

type Operations = Snapshot['operations'];
type Operation = Operations[string];

export const policy: PolicySnapshot = {
  auth: ['apiKey'],
  scopes: ['todos:write'],
  limits: ['standard'],
  idempotency: 'none',
  entityTag: 'none',
  resource: null,
  missing: 'not_found',
  bodyLimit: 1024,
  bodyTypes: ['application/json'],
  errors: ['bad_request', 'quota_exceeded'],
};

export const operation: Operation = {
  method: 'POST',
  path: '/todos/:id',
  policy,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'tag', in: 'query', list: 'commas', schema: { type: 'array', items: { type: 'string' } } },
  ],
  body: {
    required: true,
    content: { 'application/json': { type: 'object', properties: { title: { type: 'string' } } } },
  },
  responses: {
    200: {
      headers: { 'X-Count': { required: true, schema: { type: 'integer' } }, 'X-Hint': { schema: { type: 'string' } } },
      content: { 'application/json': { type: 'object', properties: { title: { type: 'string' } } } },
    },
  },
};

export const contract: Snapshot = {
  format: 2,
  version: '1.0.0',
  errors: {
    bad_request: { status: 400, meaning: 'Malformed.', retry: 'never', stored: true },
    quota_exceeded: { status: 402, meaning: 'No room.', retry: 'never', stored: true, details: { type: 'object' } },
    no_credit: { status: 402, meaning: 'No credit.', retry: 'never', stored: true },
    conflict: { status: 409, meaning: 'A duplicate.', retry: 'never', stored: true },
  },
  errorBody: { 'application/json': { type: 'object' } },
  authSchemes: { apiKey: { anyOf: { bearer: { type: 'http', scheme: 'bearer' } } } },
  rateLimits: {
    standard: { name: 'standard', limit: 600, windowMs: 60_000 },
    same: { name: 'same', limit: 600, windowMs: 60_000 },
    small: { name: 'small', limit: 60, windowMs: 60_000 },
    slow: { name: 'slow', limit: 1000, windowMs: 3_600_000 },
  },
  idempotency: { keyMaxLength: 255, retentionMs: 86_400_000 },
  operations: { 'todos.change': operation },
  events: {
    'todo.created': {
      headers: { Signature: { required: true, schema: { type: 'string' } }, Trace: { schema: { type: 'string' } } },
      content: { 'application/json': { type: 'object' } },
      anyScopes: ['todos:read', 'todos:write'],
    },
  },
  schemas: {},
};

/** The contract with other operations, beside one that does not change. */
export function withOperations(operations: Operations): Snapshot {
  return { ...contract, operations };
}

/** The contract with another operation in the place of its own. */
export function withOperation(changes: Partial<Operation>): Snapshot {
  return withOperations({ 'todos.change': { ...operation, ...changes } });
}

/** The contract with another policy of its operation. */
export function withPolicy(changes: Partial<PolicySnapshot>): Snapshot {
  return withOperation({ policy: { ...policy, ...changes } });
}
