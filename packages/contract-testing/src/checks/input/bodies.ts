import { isRecord } from '@contract-kit/openapi/schemas';
import type { Exchange } from '../../calling/exchange.ts';
import { documentedSchemaOf } from '../../generating/documented-schema.ts';
import { type Mutation, mutationsOf } from '../../generating/mutations.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check, CheckedRoute } from '../check.ts';

const takesJson = ({ route }: CheckedRoute) =>
  route.body !== undefined && route.policy.bodyTypes.includes('application/json');

/** Sends a text as it is. */
const asJson = { 'content-type': 'application/json' };

/** Largest body sent to see it refused, in bytes. */
const largestBody = 4 * 1024 * 1024;

export const malformedBody: Check = {
  id: 'input.malformed-body',
  holds: 'a body that is no JSON is 400',
  applies: takesJson,
  async run(stage) {
    const usual = await stage.draft();
    for (const body of ['{"', '{"a":1}}', "{'a':1}"]) {
      stage.expectError(await stage.send({ ...usual, body, headers: asJson }), 400, 'bad_request');
    }
  },
};

export const mediaType: Check = {
  id: 'input.media-type',
  holds: 'a body of another media type is 400',
  applies: ({ route }) => route.body !== undefined,
  async run(stage) {
    const headers = { 'content-type': 'application/x-undeclared' };
    stage.expectError(await stage.send({ ...(await stage.draft()), body: '{}', headers }), 400, 'bad_request');
  },
};

export const bodyLimit: Check = {
  id: 'input.body-limit',
  holds: 'a body over the limit is 413',
  applies: (checked) => takesJson(checked) && (checked.route.policy.bodyLimit ?? 0) <= largestBody,
  async run(stage) {
    const body = JSON.stringify('x'.repeat((stage.route.policy.bodyLimit ?? 0) + 1));
    const exchange = await stage.send({ ...(await stage.draft()), body, headers: asJson });
    stage.expect(exchange.answer.status === 413, `Expected 413, got ${exchange.answer.status}.`, shorten(exchange));
  },
};

/** A report does not show megabytes. */
function shorten({ request, answer }: Exchange): Exchange {
  return { request: { ...request, body: `"x… (${String(request.body).length} characters)"` }, answer };
}

export const invalidBody: Check = {
  id: 'input.invalid-body',
  holds: 'a body its schema refuses is 422, and fieldErrors names the place',
  applies: takesJson,
  async run(stage) {
    const schema = stage.route.body;
    const usual = await stage.draft();
    if (schema === undefined || !isRecord(usual.body)) return;
    const documented = documentedSchemaOf(schema, { text: false, where: stage.route.id });
    const refused = mutationsOf(documented, usual.body).filter(({ value }) => !schema.safeParse(value).success);
    if (refused.length === 0) stage.skip('Nothing was found that the schema refuses.');
    for (const mutation of smallestFirst(stage.someOf(refused))) {
      expectRefused(stage, await stage.send({ ...usual, body: mutation.value }), mutation);
    }
  },
};

/** So that the first that fails is the one to show. */
export function smallestFirst(mutations: readonly Mutation[]): Mutation[] {
  const sizeOf = ({ value }: Mutation) => JSON.stringify(value).length;
  return [...mutations].sort((one, other) => sizeOf(one) - sizeOf(other));
}

/** @throws Violation unless the answer refuses the input at the place of the mutation. */
export function expectRefused(stage: Stage, exchange: Exchange, mutation: Mutation): void {
  const { path, what, inUnion } = mutation;
  const { status, fieldErrors } = exchange.answer;
  const place = path === '' ? 'the whole' : `"${path}"`;
  stage.expect(status === 422 || status === 400, `Input ${what} at ${place} is answered ${status}.`, exchange);
  const named = Object.keys(fieldErrors ?? {});
  const isNamed = named.some((name) => name === (path || '_root') || name.startsWith(`${path}.`) || path === '');
  const isAbove = inUnion && named.some((name) => path.startsWith(name) || name === '_root');
  stage.expect(isNamed || isAbove, `fieldErrors names ${named.join(', ') || 'nothing'}, not ${place}.`, exchange);
}
