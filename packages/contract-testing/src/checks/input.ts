import { headerNames } from '@contract-kit/http-spec';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { Exchange } from '../calling/exchange.ts';
import { queryTextOf, targetOf } from '../calling/to-request.ts';
import { type ContractRoute, takesJson } from '../contract/contract-route.ts';
import { isSamePath, parametersOf, routesAt } from '../contract/path-template.ts';
import { documentedSchemaOf } from '../generating/documented-schema.ts';
import { type Mutation, mutationsOf } from '../generating/mutations.ts';
import { parameterSamples } from '../generating/parameter-samples.ts';
import { differentId } from '../generating/vary.ts';
import { type CheckContext, isRefusal } from '../running/check-context.ts';
import type { Check, CheckedRoute } from './check.ts';

const hasJsonBody = ({ route }: CheckedRoute) => takesJson(route);

/** Sends text unchanged. */
const asJson = { 'content-type': 'application/json' };

const malformedBody: Check = {
  id: 'input.malformed-body',
  holds: 'a body that is not JSON is 400',
  ofPlain: 'a body that is not JSON is refused',
  applies: hasJsonBody,
  async run(context) {
    const valid = await context.draft();
    for (const body of ['{"', '{"a":1}}', "{'a':1}"]) {
      context.expectError(await context.send({ ...valid, body, headers: asJson }), 400, 'bad_request');
    }
  },
};

const mediaType: Check = {
  id: 'input.media-type',
  holds: 'a body of another media type is 400',
  applies: ({ route }) => route.body !== undefined,
  async run(context) {
    const valid = await context.draft();
    const { bodyTypes } = context.route.policy;
    for (const type of ['application/x-undeclared', 'application/json'].filter((name) => !bodyTypes.includes(name))) {
      const headers = { 'content-type': type };
      context.expectError(await context.send({ ...valid, body: '{}', headers }), 400, 'bad_request');
    }
  },
};

const bodyLimit: Check = {
  id: 'input.body-limit',
  holds: 'a body over the limit is 413',
  applies: hasJsonBody,
  async run(context) {
    const length = (context.route.policy.bodyLimit ?? 0) + 1;
    if (length > largestBody) context.skip(tooLargeToSend(length));
    const body = JSON.stringify('x'.repeat(length));
    const exchange = await context.send({ ...(await context.draft()), body, headers: asJson });
    context.expect(exchange.response.status === 413, `Expected 413, got ${exchange.response.status}.`, exchange);
  },
};

const invalidBody: Check = {
  id: 'input.invalid-body',
  holds: 'a body its schema refuses is 422, and fieldErrors names the field',
  ofPlain: 'a body its schema refuses is refused',
  applies: hasJsonBody,
  async run(context) {
    const schema = context.route.body;
    const valid = await context.draft({}, 'json');
    if (schema === undefined || !isRecord(valid.body)) return context.skip('The valid body is not an object.');
    const documented = documentedSchemaOf(schema, { text: false, where: context.route.id });
    const refused = mutationsOf(documented, valid.body).filter(({ value }) => !schema.safeParse(value).success);
    if (refused.length === 0) context.skip('No invalid value was found.');
    for (const mutation of smallestFirst(context.someOf(refused))) {
      expectRefused(context, await context.send({ ...valid, body: mutation.value }), mutation);
    }
  },
};

const invalidQuery: Check = {
  id: 'input.invalid-query',
  holds: 'query parameters their schema refuses are 422, and fieldErrors names them',
  ofPlain: 'query parameters their schema refuses are refused',
  applies: ({ route }) => route.query !== undefined,
  async run(context) {
    const schema = context.route.query;
    if (schema === undefined) return;
    const valid = await context.draft();
    const documented = documentedSchemaOf(schema, { text: true, where: context.route.id });
    const refused = parameterSamples(documented)
      .flatMap((valid) => mutationsOf(documented, valid))
      .filter(({ value }) => isRecord(value) && !schema.safeParse(queryTextOf(value)).success);
    if (refused.length === 0) context.skip('No invalid value was found.');
    for (const mutation of smallestFirst(context.someOf(refused))) {
      const query = mutation.value as Record<string, unknown>;
      // A parameter is always sent as text.
      const path = mutation.path.split('.', 1)[0] as string;
      expectRefused(context, await context.send({ ...valid, query }), { ...mutation, path });
    }
  },
};

const brokenEncoding: Check = {
  id: 'input.broken-encoding',
  holds: 'malformed percent-encoding is 400',
  applies: () => true,
  async run(context) {
    const valid = await context.draft();
    const target = targetOf(context.route, { params: valid.params, query: {} });
    context.expectError(await context.send(valid, { target: `${target}?x=%zz` }), 400, 'bad_request');
  },
};

const invalidPath: Check = {
  id: 'input.invalid-path',
  holds: 'a path parameter its schema refuses is 404 or 422, and fieldErrors names it',
  ofPlain: 'a path parameter its schema refuses is refused',
  applies: ({ route }) => {
    const names = parametersOf(route.path).map(({ name }) => [name, 'x']);
    return names.length > 0 && refusedParams(route, Object.fromEntries(names)).length > 0;
  },
  async run(context) {
    const valid = await context.draft();
    for (const { path, params } of refusedParams(context.route, valid.params)) {
      const exchange = await context.send({ ...valid, params });
      const { status, fieldErrors } = exchange.response;
      context.expect([400, 404, 422].includes(status), `An invalid path parameter got ${status}.`, exchange);
      const isNamed = context.route.isPlain || status !== 422 || (fieldErrors !== null && path in fieldErrors);
      context.expect(isNamed, `fieldErrors does not name "${path}".`, exchange);
    }
  },
};

/** Invalid path parameters, each with the name of the wrong one. */
function refusedParams({ id, pathParams: schema }: ContractRoute, valid: Readonly<Record<string, string>>) {
  if (schema === undefined) return [];
  const documented = documentedSchemaOf(schema, { text: true, where: id });
  return mutationsOf(documented, valid).flatMap(({ value, path }) => {
    const params = isRecord(value) ? queryTextOf(value) : {};
    const isSent = params[path] !== undefined && params[path] !== '';
    return isSent && !schema.safeParse(params).success ? [{ path, params }] : [];
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const unsupportedMethod: Check = {
  id: 'input.unsupported-method',
  holds: 'a method the path does not have is 405, and Allow lists those it has',
  applies: ({ route, routes }) =>
    routes.find(({ path }) => isSamePath(path, route.path)) === route && unsupportedBy(route, routes) !== undefined,
  async run(context) {
    const { route, session } = context;
    const known = routesAt(route.path, session.routes).map(({ method }) => method);
    const method = unsupportedBy(route, session.routes) ?? context.skip('The path has every method.');
    const draft = await context.draft();
    const exchange = await context.send({ ...draft, body: undefined }, { method });
    context.expectError(exchange, 405, 'method_not_allowed');
    const allowed = (exchange.response.headers.get(headerNames.allow) ?? '').split(/\s*,\s*/);
    const missing = known.filter((name) => !allowed.includes(name));
    context.expect(missing.length === 0, `Allow lacks ${missing.join(', ')}.`, exchange);
    context.expect(!allowed.includes(method), `Allow lists ${method}, which is refused.`, exchange);
  },
};

/** A method that no route of a path has. */
function unsupportedBy({ path }: ContractRoute, routes: readonly ContractRoute[]): string | undefined {
  const known = routesAt(path, routes).map(({ method }) => method);
  return methods.find((method) => !known.includes(method));
}

const unknownRecord: Check = {
  id: 'input.unknown-record',
  holds: 'a record that does not exist is 404',
  ofPlain: true,
  applies: ({ route: { policy, path } }) =>
    policy.resource !== null && policy.missing === 'not_found' && parametersOf(path).length > 0,
  async run(context) {
    const valid = await context.draft();
    const name = parametersOf(context.route.path)[0]?.name ?? '';
    for (const unknown of [differentId(valid.params[name] ?? ''), 'no-such-record']) {
      const params = { ...valid.params, [name]: unknown };
      const exchange = await context.send({ ...valid, params });
      const isRefused = context.route.pathParams?.safeParse(params).success === false;
      if (!isRefused) context.expectError(exchange, 404, 'not_found');
    }
  },
};

/** Stops at the first failure, which the report shows. */
export function smallestFirst(mutations: readonly Mutation[]): Mutation[] {
  const sizeOf = ({ value }: Mutation) => JSON.stringify(value).length;
  return [...mutations].sort((one, other) => sizeOf(one) - sizeOf(other));
}

/** @throws Violation unless the response refuses the input at the path of the mutation. */
export function expectRefused(context: CheckContext, exchange: Exchange, mutation: Omit<Mutation, 'value'>): void {
  const { path, what, inUnion } = mutation;
  const { status, fieldErrors } = exchange.response;
  const place = path === '' ? 'the whole' : `"${path}"`;
  const isRefused = context.route.isPlain ? isRefusal(status) : status === 422 || status === 400;
  context.expect(isRefused, `Input ${what} at ${place} got ${status}.`, exchange);
  if (context.route.isPlain) return;
  const named = Object.keys(fieldErrors ?? {});
  const isNamed = named.some((name) => name === (path || '_root') || name.startsWith(`${path}.`) || path === '');
  const isAbove = inUnion && named.some((name) => path.startsWith(name) || name === '_root');
  context.expect(isNamed || isAbove, `fieldErrors names ${named.join(', ') || 'nothing'}, not ${place}.`, exchange);
}

/** Largest body that is sent to be refused, in bytes. */
export const largestBody = 64 * 1024 * 1024;

/** Why a body is not sent. */
export function tooLargeToSend(length: number): string {
  return `It takes a body of ${length} bytes to be over the limit; ${largestBody} at most are sent.`;
}

/** Invalid input. */
export const inputChecks: readonly Check[] = [
  malformedBody,
  mediaType,
  bodyLimit,
  invalidBody,
  invalidQuery,
  brokenEncoding,
  invalidPath,
  unsupportedMethod,
  unknownRecord,
];
