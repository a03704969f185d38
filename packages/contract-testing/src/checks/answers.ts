import { headerNames, isRetired } from '@contract-kit/http-spec';
import fc from 'fast-check';
import type { Answer, Exchange } from '../calling/exchange.ts';
import { queryTextOf } from '../calling/to-request.ts';
import { takesJson } from '../contract/contract-route.ts';
import { findStatusProblem } from '../contract/find-answer-problems.ts';
import { parametersOf, producerOf, recordRouteOf } from '../contract/path-template.ts';
import { arbitraryOf } from '../generating/arbitrary-of.ts';
import { documentedSchemaOf } from '../generating/documented-schema.ts';
import { Unreachable, Violation } from '../outcomes.ts';
import type { Stage } from '../running/stage.ts';
import type { BodyKind } from '../running/usual-requests.ts';
import type { Check } from './check.ts';
import { fill } from './state.ts';

/** Without it nothing else would be looked at, and nobody would notice. */
const success: Check = {
  id: 'answers.success',
  holds: 'a request made of the examples or the schema succeeds',
  ofPlain: true,
  applies: () => true,
  async run(stage) {
    await showSomething(stage);
    await expectSuccess(stage);
  },
};

/** An empty list would say nothing of what it shows. */
async function showSomething(stage: Stage): Promise<void> {
  if (producerOf(stage.route, stage.session.routes) === undefined) return;
  try {
    await fill(stage, (await stage.draft()).params, 1);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/** @throws Violation with the last request that was tried, where none succeeds. */
export async function expectSuccess(stage: Stage, kind?: BodyKind): Promise<void> {
  try {
    await stage.perform({}, kind);
  } catch (error) {
    if (error instanceof Unreachable && error.exchange !== undefined)
      throw new Violation(error.message, error.exchange);
    throw error;
  }
}

/** What a schema admits may still break a rule of the server; it may not break the server. */
const anyValidInput: Check = {
  id: 'answers.any-valid-input',
  holds: 'whatever the schemas admit is answered as the contract declares, never with a server error',
  ofPlain: true,
  applies: ({ route }) => takesJson(route) || route.query !== undefined,
  async run(stage) {
    const usual = await stage.draft();
    await stage.forAll(inputs(stage), async ({ body, query }) => {
      if (stage.route.query?.safeParse(queryTextOf(query)).success === false) return;
      if (takesJson(stage.route) && stage.route.body?.safeParse(body).success === false) return;
      const exchange = await stage.send({ ...usual, query, ...(takesJson(stage.route) && { body }) });
      const { status } = exchange.answer;
      stage.expect(status < 500, `Input the schema admits is answered ${status}.`, exchange);
      const problem = findStatusProblem(stage.route, exchange.answer);
      stage.expect(problem === null, problem ?? '', exchange);
    });
  },
};

function inputs({ route }: Stage): fc.Arbitrary<{ body: unknown; query: Readonly<Record<string, unknown>> }> {
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
  id: 'answers.head',
  holds: 'HEAD is answered as GET is, without the body',
  ofPlain: true,
  applies: ({ route }) => route.method === 'GET',
  async run(stage) {
    const { draft, exchange: got } = await stage.perform();
    const { policy } = stage.route;
    const exchange = await stage.send(draft, { method: 'HEAD' });
    const { status, text, headers } = exchange.answer;
    stage.expect(status === got.answer.status, `GET is answered ${got.answer.status}, HEAD ${status}.`, exchange);
    stage.expect(text === '', 'HEAD is answered with a body.', exchange);
    const isSame = policy.entityTag === 'none' || headers.get('etag') === got.answer.headers.get('etag');
    stage.expect(isSame, 'GET and HEAD have different ETags.', exchange);
  },
};

const location: Check = {
  id: 'answers.location',
  holds: 'Location leads to the record that was created',
  applies: ({ route, routes }) =>
    route.method === 'POST' && 201 in route.responses && recordRouteOf(route.path, 'GET', routes) !== undefined,
  async run(stage) {
    const reader = recordRouteOf(stage.route.path, 'GET', stage.session.routes);
    const { draft, exchange } = await stage.perform();
    const place = exchange.answer.headers.get(headerNames.location);
    if (reader === undefined || exchange.answer.status !== 201) return stage.skip('The request creates nothing.');
    if (place === null) throw new Violation('The header Location is missing.', exchange);
    const id = decodeURIComponent(place.slice(place.lastIndexOf('/') + 1));
    const name = parametersOf(reader.path).at(-1)?.name ?? 'id';
    const found = await stage.session.send(reader, { params: { ...draft.params, [name]: id }, query: {}, headers: {} });
    stage.expect(found.answer.isSuccess, `Location is "${place}", where there is nothing.`, found);
    // A file has no id to compare.
    const { id: foundId = exchange.answer.record.id } = found.answer.record;
    stage.expect(foundId === exchange.answer.record.id, `Location is "${place}", which is another record.`, found);
  },
};

/** Pairs of requests sent at most: while requests of a minute ago become free, a few pairs tell nothing. */
const pairs = 30;

const rateHeaders: Check = {
  id: 'answers.rate-headers',
  holds: 'each request takes one of those that remain, and Reset says when the next one comes back',
  applies: () => true,
  async run(stage) {
    const draft = await stage.draft();
    let before = read((await stage.send(draft)).answer);
    for (let pair = 0; pair < pairs; pair += 1) {
      const exchange = await stage.send(draft);
      const after = read(exchange.answer);
      stage.expect(after.limit > 0, 'X-RateLimit-Limit is missing, or no number.', exchange);
      stage.expect(after.limit === before.limit, 'X-RateLimit-Limit is not the same number each time.', exchange);
      stage.expect(
        isNear(after.reset, exchange),
        `X-RateLimit-Reset is ${after.reset}, not a moment soon to come.`,
        exchange,
      );
      if (after.remaining < before.remaining) return;
      const isFreed = before.reset <= Math.ceil(Date.now() / 1000);
      stage.expect(isFreed, `${before.remaining} requests remained, then ${after.remaining}.`, exchange);
      before = after;
    }
    stage.skip('Requests are freed as fast as they are sent.');
  },
};

function read({ headers }: Answer): { readonly limit: number; readonly remaining: number; readonly reset: number } {
  const numberOf = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: numberOf(headerNames.rateLimitLimit),
    remaining: numberOf(headerNames.rateLimitRemaining),
    reset: numberOf(headerNames.rateLimitReset),
  };
}

/** A server's clock may differ; it tells its own time. */
function isNear(reset: number, { answer }: Exchange): boolean {
  const date = Date.parse(answer.headers.get('date') ?? '');
  const now = Number.isNaN(date) ? Date.now() : date;
  return Math.abs(reset * 1000 - now) <= 24 * 60 * 60 * 1000;
}

const retired: Check = {
  id: 'answers.retired',
  holds: 'an operation that has reached its sunset responds with 410, whatever is sent',
  ofRetired: true,
  applies: ({ route }) => isRetired(route.policy, Date.now()),
  async run(stage) {
    const names = Array.from(stage.route.path.matchAll(/:(\w+)/g), ([, name]) => name as string);
    const params = Object.fromEntries(names.map((name) => [name, 'any']));
    const exchange = await stage.send({ params, query: {}, headers: {} });
    stage.expectError(exchange, 410, 'operation_retired');
  },
};

/** What an operation promises of its own response. */
export const answerChecks: readonly Check[] = [retired, success, anyValidInput, head, location, rateHeaders];
