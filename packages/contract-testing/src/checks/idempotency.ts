import { randomUUID } from 'node:crypto';
import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import { targetOf } from '../calling/to-request.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check, CheckedRoute } from './check.ts';

export const takesKeys = ({ route }: CheckedRoute) => route.policy.idempotency === 'accepted';

/** A request with a new Idempotency-Key. */
function keyed(draft: Draft, key: string = randomUUID()): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.idempotencyKey]: key } };
}

/** Sends a request with a new key. @throws Violation when it does not succeed. */
export async function sendFirst(context: CheckContext, valid: Draft): Promise<{ draft: Draft; first: Exchange }> {
  const draft = keyed(valid);
  const first = await context.send(draft);
  context.expect(first.response.isSuccess, `With an Idempotency-Key it got ${first.response.status}.`, first);
  return { draft, first };
}

/** True when a response says that it is a replay. */
export function isReplay({ response }: Exchange): boolean {
  return response.headers.get(headerNames.idempotentReplayed) === 'true';
}

/** Header fields that belong to the stored response and not to one request. */
const comparedHeaders = ['content-type', headerNames.etag, headerNames.location];

const replay: Check = {
  id: 'idempotency.replay',
  holds: 'a repeated request gets the first response again, byte for byte, and is not executed',
  applies: takesKeys,
  run: async (context) => expectReplay(context, await context.draft()),
};

/** @throws Violation unless a request sent twice with one key is executed once. */
export async function expectReplay(context: CheckContext, valid: Draft): Promise<void> {
  const { draft, first } = await sendFirst(context, valid);
  context.expect(!isReplay(first), 'The first response is marked as a replay.', first);
  let second = first;
  const isUnchanged = await context.isUnchangedBy(draft, async () => {
    second = await context.send(draft);
  });
  context.expect(
    second.response.status === first.response.status,
    `The repetition got ${second.response.status}, not as before.`,
    second,
  );
  context.expect(second.response.text === first.response.text, 'The second body differs from the first.', second);
  for (const name of comparedHeaders) {
    const [one, other] = [first, second].map(({ response }) => response.headers.get(name));
    context.expect(one === other, `The header ${name} was "${one}", and is "${other}" in the replay.`, second);
  }
  context.expect(isReplay(second), 'The replay lacks Idempotent-Replayed: true.', second);
  context.expect(isUnchanged, 'The repeated request was executed again.', second);
}

const afterValidation: Check = {
  id: 'idempotency.after-validation',
  holds: 'a body that is refused does not use up its key',
  applies: (checked) => takesKeys(checked) && checked.route.body !== undefined,
  async run(context) {
    const draft = keyed(await context.draft());
    const refused = await context.send({ ...draft, body: [] });
    if (refused.response.isSuccess) context.skip('An empty list is a valid body.');
    const exchange = await context.send(draft);
    context.expect(exchange.response.isSuccess, `After a refused body it is ${exchange.response.status}.`, exchange);
    context.expect(!isReplay(exchange), 'It got a replay.', exchange);
  },
};

const malformedKey: Check = {
  id: 'idempotency.malformed-key',
  holds: 'a key of more than 255 characters is 400',
  applies: takesKeys,
  async run(context) {
    context.expectError(await context.send(keyed(await context.draft(), 'k'.repeat(256))), 400, 'bad_request');
  },
};

/** Requests sent at once. */
const writers = 4;

const parallel: Check = {
  id: 'idempotency.parallel',
  holds: 'of equal concurrent requests one is executed; the others are replays, or 409 idempotency_in_progress',
  applies: takesKeys,
  async run(context) {
    const draft = keyed(await context.draft());
    const exchanges = await Promise.all(
      Array.from({ length: writers }, () => context.send(draft, { isConcurrent: true })),
    );
    const executed = exchanges.filter((exchange) => exchange.response.isSuccess && !isReplay(exchange));
    const [first] = exchanges;
    if (first === undefined) return;
    context.expect(executed.length === 1, `${executed.length} of ${writers} were executed.`, executed[1] ?? first);
    for (const exchange of exchanges) {
      const { isSuccess, text } = exchange.response;
      if (!isSuccess) context.expectError(exchange, 409, 'idempotency_in_progress');
      else context.expect(text === executed[0]?.response.text, 'A replay differs from the first response.', exchange);
    }
  },
};

const reused: Check = {
  id: 'idempotency.reused',
  holds: 'a key that another request used is 422 idempotency_key_reused',
  applies: takesKeys,
  async run(context) {
    const { draft } = await sendFirst(context, await context.draft());
    const other = await otherRequest(context, draft);
    const exchange = await context.send({ ...other, headers: draft.headers });
    context.expectError(exchange, 422, 'idempotency_key_reused');
  },
};

/** A different valid request. */
async function otherRequest(context: CheckContext, draft: Draft): Promise<Draft> {
  const other = await context.draft();
  const textOf = async (one: Draft) => `${targetOf(context.route, one)} ${await bodyTextOf(one.body)}`;
  if ((await textOf(other)) !== (await textOf(draft))) return other;
  const body = context.someBody((made) => JSON.stringify(made) !== JSON.stringify(draft.body));
  return body === undefined ? context.skip('No second valid request was found.') : { ...other, body };
}

/** A body as text; for a form, its parts without the boundary. */
async function bodyTextOf(body: unknown): Promise<string> {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]);
  return JSON.stringify(await Promise.all(parts));
}

const otherTenantKey: Check = {
  id: 'idempotency.other-tenant',
  holds: 'another tenant with the same key gets its own response',
  needs: 'otherTenant',
  applies: takesKeys,
  async run(context) {
    const { draft, first } = await sendFirst(context, await context.draft());
    const exchange = await context.send(draft, { credential: context.session.credentials.otherTenant(context.route) });
    context.expect(!isReplay(exchange), 'Another tenant gets the stored response.', exchange);
    const { id } = first.response.record;
    const isOwn = id === undefined || id !== exchange.response.record.id;
    context.expect(isOwn, `Another tenant got the record ${id}.`, exchange);
    context.expect(exchange.response.code !== 'idempotency_key_reused', 'Tenants share Idempotency-Keys.', exchange);
  },
};

/** Requests with an Idempotency-Key. */
export const idempotencyChecks: readonly Check[] = [
  replay,
  afterValidation,
  malformedKey,
  parallel,
  reused,
  otherTenantKey,
];
