import type { Snapshot } from '../src/index.ts';
import { contract, operation, type Plant, withOperation, withOperations } from './plant.ts';

const { body, parameters = [], policy: _, ...withoutPolicy } = operation;
const [id, tag] = parameters;
const plain = { ...withoutPolicy, parameters };
const read = { ...operation, method: 'GET', path: '/todos' };
const text = { type: 'string' };

const withParameters = (...others: NonNullable<Snapshot['operations'][string]['parameters']>) =>
  withOperation({ parameters: [...parameters, ...others] });

const deprecated = (sunset?: string) => ({
  ...read,
  policy: {
    ...(operation.policy as NonNullable<typeof operation.policy>),
    deprecated: { since: '2020-01-01', sunset },
  },
});

const withResponses = (responses: Snapshot['operations'][string]['responses']) => withOperation({ responses });
const json = { 'application/json': { type: 'object' } };
const { headers } = operation.responses[200] ?? {};
const event = contract.events?.['todo.created'];
const withEvent = (changes: object) => ({
  ...contract,
  events: { 'todo.created': { content: json, ...event, ...changes } },
});

function plant(rule: string, before: Snapshot, after: Snapshot): Plant {
  return { rule, before, after };
}

export const operationPlants: readonly Plant[] = [
  plant('operation.removed', withOperations({ ...contract.operations, 'todos.list': read }), contract),
  plant(
    'operation.removed-before-sunset',
    withOperations({ ...contract.operations, 'todos.list': deprecated() }),
    contract,
  ),
  plant(
    'operation.removed-before-sunset',
    withOperations({ ...contract.operations, 'todos.list': deprecated('2999-01-01') }),
    contract,
  ),
  plant(
    'operation.removed-after-sunset',
    withOperations({ ...contract.operations, 'todos.list': deprecated('2021-01-01') }),
    contract,
  ),
  plant('operation.moved', contract, withOperation({ path: '/tasks/:id' })),
  plant('operation.moved', contract, withOperation({ method: 'PUT' })),
  plant('operation.renamed', contract, withOperations({ 'todos.edit': operation })),
  plant(
    'path.parameter-renamed',
    contract,
    withOperation({
      path: '/todos/:key',
      parameters: [{ ...id, name: 'key', in: 'path', schema: text }, ...(tag ? [tag] : [])],
    }),
  ),
  plant('query.parameter-removed', withParameters({ name: 'q', in: 'query', schema: text }), contract),
  plant(
    'query.required-parameter-removed',
    withParameters({ name: 'q', in: 'query', required: true, schema: text }),
    contract,
  ),
  plant('header.parameter-removed', withParameters({ name: 'X-Mode', in: 'header', schema: text }), contract),
  plant(
    'header.required-parameter-removed',
    withParameters({ name: 'X-Mode', in: 'header', required: true, schema: text }),
    contract,
  ),
  plant(
    'request.parameter-required',
    withParameters({ name: 'q', in: 'query', schema: text }),
    withParameters({ name: 'q', in: 'query', required: true, schema: text }),
  ),
  plant(
    'request.list-repeated',
    withParameters({ name: 'ids', in: 'query', list: 'commas', schema: text }),
    withParameters({ name: 'ids', in: 'query', list: 'repeated', schema: text }),
  ),
  plant(
    'request.parameter-deprecated',
    withParameters({ name: 'q', in: 'query', schema: text }),
    withParameters({ name: 'q', in: 'query', deprecated: true, schema: text }),
  ),
  plant('request.body-required', withOperation({ body: { content: body?.content ?? {} } }), contract),
  plant('request.required-body-removed', contract, withOperation({ body: undefined })),
  plant('request.body-removed', withOperation({ body: { content: json } }), withOperation({ body: undefined })),
  plant(
    'request.media-type-removed',
    withOperation({ body: { required: true, content: { ...body?.content, 'text/csv': text } } }),
    contract,
  ),
  plant(
    'response.media-type-removed',
    withResponses({ 200: { headers, content: { ...json, 'text/csv': text } } }),
    withResponses({ 200: { headers, content: json } }),
  ),
  plant('event.media-type-removed', withEvent({ content: { ...json, 'text/csv': text } }), withEvent({})),
  plant('response.status-removed', withResponses({ ...operation.responses, 202: {} }), contract),
  plant(
    'response.error-status-removed',
    withOperations({ notes: { ...plain, responses: { 200: {}, 404: {} } } }),
    withOperations({ notes: { ...plain, responses: { 200: {} } } }),
  ),
  plant('response.body-removed', withResponses({ 200: { content: json } }), withResponses({ 200: {} })),
  plant(
    'response.header-removed',
    contract,
    withResponses({ 200: { ...operation.responses[200], headers: { 'X-Hint': { schema: text } } } }),
  ),
  plant(
    'response.optional-header-removed',
    contract,
    withResponses({
      200: { ...operation.responses[200], headers: { 'X-Count': { required: true, schema: { type: 'integer' } } } },
    }),
  ),
  plant(
    'response.header-optional',
    contract,
    withResponses({
      200: { ...operation.responses[200], headers: { ...headers, 'X-Count': { schema: { type: 'integer' } } } },
    }),
  ),
  plant('event.removed', contract, { ...contract, events: {} }),
  plant('event.header-removed', contract, withEvent({ headers: { Trace: { schema: text } } })),
  plant(
    'event.optional-header-removed',
    contract,
    withEvent({ headers: { Signature: { required: true, schema: text } } }),
  ),
  plant(
    'event.header-optional',
    contract,
    withEvent({ headers: { Signature: { schema: text }, Trace: { schema: text } } }),
  ),
];
