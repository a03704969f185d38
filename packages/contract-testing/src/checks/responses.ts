import { headerNames, isRetired } from '@contract-kit/http-spec';
import fc from 'fast-check';
import type { Exchange, ReceivedResponse } from '../calling/exchange.ts';
import { queryTextOf } from '../calling/to-request.ts';
import { takesJson } from '../contract/contract-route.ts';
import { findStatusProblem } from '../contract/find-response-problems.ts';
import { parametersOf, producerOf, recordRouteOf } from '../contract/path-template.ts';
import { arbitraryOf } from '../generating/arbitrary-of.ts';
import { documentedSchemaOf } from '../generating/documented-schema.ts';
import { Unreachable, Violation } from '../outcomes.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { BodyKind } from '../running/valid-request-factory.ts';
import type { Check } from './check.ts';
import { fill } from './state.ts';

/** Without this check, an operation that never succeeds would pass. */
const success: Check = {
  id: 'responses.success',
  holds: 'a request built from the examples or the schema succeeds',
  ofPlain: true,
  applies: () => true,
  async run(context) {
    await showSomething(context);
    await expectSuccess(context);
  },
};

/** An empty list would leave the schema of its items untested. */
async function showSomething(context: CheckContext): Promise<void> {
  if (producerOf(context.route, context.session.routes) === undefined) return;
  try {
    await fill(context, (await context.draft()).params, 1);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/** @throws Violation with the last request that was tried, where none succeeds. */
export async function expectSuccess(context: CheckContext, kind?: BodyKind): Promise<void> {
  try {
    await context.perform({}, kind);
  } catch (error) {
    if (error instanceof Unreachable && error.exchange !== undefined)
      throw new Violation(error.message, error.exchange);
    throw error;
  }
}

/** A valid body may break a rule of the server, but must not cause a server error. */
const anyValidInput: Check = {
  id: 'responses.any-valid-input',
  holds: 'whatever the schemas admit gets a declared response, never a server error',
  ofPlain: true,
  applies: ({ route }) => takesJson(route) || route.query !== undefined,
  async run(context) {
    const valid = await context.draft();
    await context.forAll(inputs(context), async ({ body, query }) => {
      if (context.route.query?.safeParse(queryTextOf(query)).success === false) return;
      if (takesJson(context.route) && context.route.body?.safeParse(body).success === false) return;
      const exchange = await context.send({ ...valid, query, ...(takesJson(context.route) && { body }) });
      const { status } = exchange.response;
      context.expect(status < 500, `Input the schema admits got ${status}.`, exchange);
      const problem = findStatusProblem(context.route, exchange.response);
      context.expect(problem === null, problem ?? '', exchange);
    });
  },
};

function inputs({ route }: CheckContext): fc.Arbitrary<{ body: unknown; query: Readonly<Record<string, unknown>> }> {
  const where = route.id;
  const body = takesJson(route) && route.body && arbitraryOf(documentedSchemaOf(route.body, { text: false, where }));
  const query = route.query && arbitraryOf(documentedSchemaOf(route.query, { text: true, where }));
  return fc.record({
    body: body || fc.constant(undefined),
    query: (query ?? fc.constant({})) as fc.Arbitrary<Record<string, unknown>>,
  });
}

/** RFC 9110 §9.3.2. */
const head: Check = {
  id: 'responses.head',
  holds: 'HEAD gets the response of GET, without the body',
  ofPlain: true,
  applies: ({ route }) => route.method === 'GET',
  async run(context) {
    const { draft, exchange: got } = await context.perform();
    const { policy } = context.route;
    const exchange = await context.send(draft, { method: 'HEAD' });
    const { status, text, headers } = exchange.response;
    context.expect(status === got.response.status, `GET got ${got.response.status}, HEAD ${status}.`, exchange);
    context.expect(text === '', 'HEAD got a body.', exchange);
    const isSame = policy.entityTag === 'none' || headers.get('etag') === got.response.headers.get('etag');
    context.expect(isSame, 'GET and HEAD have different ETags.', exchange);
  },
};

const location: Check = {
  id: 'responses.location',
  holds: 'Location leads to the record that was created',
  applies: ({ route, routes }) =>
    route.method === 'POST' && 201 in route.responses && recordRouteOf(route.path, 'GET', routes) !== undefined,
  async run(context) {
    const reader = recordRouteOf(context.route.path, 'GET', context.session.routes);
    const { draft, exchange } = await context.perform();
    const place = exchange.response.headers.get(headerNames.location);
    if (reader === undefined || exchange.response.status !== 201) return context.skip('The request creates nothing.');
    if (place === null) throw new Violation('The header Location is missing.', exchange);
    const id = decodeURIComponent(place.slice(place.lastIndexOf('/') + 1));
    const name = parametersOf(reader.path).at(-1)?.name ?? 'id';
    const found = await context.session.send(reader, {
      params: { ...draft.params, [name]: id },
      query: {},
      headers: {},
    });
    context.expect(found.response.isSuccess, `Location is "${place}", which does not exist.`, found);
    // A file has no id to compare.
    const { id: foundId = exchange.response.record.id } = found.response.record;
    context.expect(foundId === exchange.response.record.id, `Location is "${place}", which is another record.`, found);
  },
};

/** Maximum number of request pairs: a pair is inconclusive if an older request leaves the window meanwhile. */
const pairsInTurn = 5;
const pairsAtOnce = 25;

const rateHeaders: Check = {
  id: 'responses.rate-headers',
  holds: 'each request lowers Remaining by one, and Reset says when the next slot frees',
  applies: () => true,
  async run(context) {
    const draft = await context.draft();
    let before = read((await context.send(draft)).response);
    for (let pair = 0; pair < pairsInTurn; pair += 1) {
      const exchange = await context.send(draft);
      const after = read(exchange.response);
      context.expect(after.limit > 0, 'X-RateLimit-Limit is missing or not a number.', exchange);
      context.expect(after.limit === before.limit, 'X-RateLimit-Limit changes between requests.', exchange);
      context.expect(
        isNear(after.reset, exchange),
        `X-RateLimit-Reset is ${after.reset}, not a time in the near future.`,
        exchange,
      );
      if (after.remaining < before.remaining) return;
      const isFreed = before.reset <= Math.ceil(Date.now() / 1000);
      context.expect(isFreed, `${before.remaining} requests remained, then ${after.remaining}.`, exchange);
      before = after;
    }
    // Slots free as fast as requests are served, but not between two that arrive together.
    for (let pair = 0; pair < pairsAtOnce; pair += 1) {
      const sent = [context.send(draft, { isConcurrent: true }), context.send(draft, { isConcurrent: true })];
      const remaining = (await Promise.all(sent)).map(({ response }) => read(response).remaining);
      if (new Set(remaining).size > 1) return;
    }
    context.skip('Slots free as fast as requests are sent.');
  },
};

function read({ headers }: ReceivedResponse): {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
} {
  const numberOf = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: numberOf(headerNames.rateLimitLimit),
    remaining: numberOf(headerNames.rateLimitRemaining),
    reset: numberOf(headerNames.rateLimitReset),
  };
}

/** Compares with the Date header, because the server's clock may differ. */
function isNear(reset: number, { response }: Exchange): boolean {
  const date = Date.parse(response.headers.get('date') ?? '');
  const now = Number.isNaN(date) ? Date.now() : date;
  return Math.abs(reset * 1000 - now) <= 24 * 60 * 60 * 1000;
}

const retired: Check = {
  id: 'responses.retired',
  holds: 'an operation that has reached its sunset responds with 410, whatever is sent',
  ofRetired: true,
  applies: ({ route }) => isRetired(route.policy, Date.now()),
  async run(context) {
    const names = Array.from(context.route.path.matchAll(/:(\w+)/g), ([, name]) => name as string);
    const params = Object.fromEntries(names.map((name) => [name, 'any']));
    const exchange = await context.send({ params, query: {}, headers: {} });
    context.expectError(exchange, 410, 'operation_retired');
  },
};

/** Checks of one response of an operation. */
export const responseChecks: readonly Check[] = [retired, success, anyValidInput, head, location, rateHeaders];
