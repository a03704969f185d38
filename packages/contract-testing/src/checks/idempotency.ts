import { randomUUID } from 'node:crypto';
import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import { targetOf } from '../calling/to-request.ts';
import type { Stage } from '../running/stage.ts';
import type { Check, CheckedRoute } from './check.ts';

export const takesKeys = ({ route }: CheckedRoute) => route.policy.idempotency === 'accepted';

/** A request with an Idempotency-Key that no other request has. */
function keyed(draft: Draft, key: string = randomUUID()): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.idempotencyKey]: key } };
}

/** Sends a request with a key of its own. @throws Violation when it does not succeed. */
export async function sendFirst(stage: Stage, usual: Draft): Promise<{ draft: Draft; first: Exchange }> {
  const draft = keyed(usual);
  const first = await stage.send(draft);
  stage.expect(first.answer.isSuccess, `With an Idempotency-Key it is answered ${first.answer.status}.`, first);
  return { draft, first };
}

/** True when an answer says that it is one of before. */
export function isReplay({ answer }: Exchange): boolean {
  return answer.headers.get(headerNames.idempotentReplayed) === 'true';
}

/** What belongs to an answer and not to the request that got it. */
const kept = ['content-type', headerNames.etag, headerNames.location];

const replay: Check = {
  id: 'idempotency.replay',
  holds: 'a repeated request gets the first answer again, byte for byte, and is not executed',
  applies: takesKeys,
  run: async (stage) => expectReplay(stage, await stage.draft()),
};

/** @throws Violation unless a request that is sent twice with one key is executed once. */
export async function expectReplay(stage: Stage, usual: Draft): Promise<void> {
  const { draft, first } = await sendFirst(stage, usual);
  stage.expect(!isReplay(first), 'The first answer says it is a replay.', first);
  let second = first;
  const isUnchanged = await stage.isUnchangedBy(draft, async () => {
    second = await stage.send(draft);
  });
  stage.expect(
    second.answer.status === first.answer.status,
    `It is answered ${second.answer.status}, not as before.`,
    second,
  );
  stage.expect(second.answer.text === first.answer.text, 'The second body differs from the first.', second);
  for (const name of kept) {
    const [one, other] = [first, second].map(({ answer }) => answer.headers.get(name));
    stage.expect(one === other, `The header ${name} was "${one}", and is "${other}" in the replay.`, second);
  }
  stage.expect(isReplay(second), 'The replay does not say Idempotent-Replayed: true.', second);
  stage.expect(isUnchanged, 'The repeated request was executed again.', second);
}

const afterValidation: Check = {
  id: 'idempotency.after-validation',
  holds: 'a body that is refused does not use up its key',
  applies: (checked) => takesKeys(checked) && checked.route.body !== undefined,
  async run(stage) {
    const draft = keyed(await stage.draft());
    const refused = await stage.send({ ...draft, body: [] });
    if (refused.answer.isSuccess) stage.skip('An empty list is a valid body.');
    const exchange = await stage.send(draft);
    stage.expect(exchange.answer.isSuccess, `After a body that was refused it is ${exchange.answer.status}.`, exchange);
    stage.expect(!isReplay(exchange), 'It is answered with a replay.', exchange);
  },
};

const malformedKey: Check = {
  id: 'idempotency.malformed-key',
  holds: 'a key of more than 255 characters is 400',
  applies: takesKeys,
  async run(stage) {
    stage.expectError(await stage.send(keyed(await stage.draft(), 'k'.repeat(256))), 400, 'bad_request');
  },
};

/** Requests sent at once. */
const writers = 4;

const parallel: Check = {
  id: 'idempotency.parallel',
  holds: 'of equal requests at once one is executed; the others are replays, or 409 idempotency_in_progress',
  applies: takesKeys,
  async run(stage) {
    const draft = keyed(await stage.draft());
    const exchanges = await Promise.all(
      Array.from({ length: writers }, () => stage.send(draft, { isConcurrent: true })),
    );
    const executed = exchanges.filter((exchange) => exchange.answer.isSuccess && !isReplay(exchange));
    const [first] = exchanges;
    if (first === undefined) return;
    stage.expect(executed.length === 1, `${executed.length} of ${writers} were executed.`, executed[1] ?? first);
    for (const exchange of exchanges) {
      const { isSuccess, text } = exchange.answer;
      if (!isSuccess) stage.expectError(exchange, 409, 'idempotency_in_progress');
      else stage.expect(text === executed[0]?.answer.text, 'A replay differs from the answer.', exchange);
    }
  },
};

const reused: Check = {
  id: 'idempotency.reused',
  holds: 'the key of another request is 422 idempotency_key_reused',
  applies: takesKeys,
  async run(stage) {
    const { draft } = await sendFirst(stage, await stage.draft());
    const other = await otherRequest(stage, draft);
    const exchange = await stage.send({ ...other, headers: draft.headers });
    stage.expectError(exchange, 422, 'idempotency_key_reused');
  },
};

/** A valid request that asks for something else. */
async function otherRequest(stage: Stage, draft: Draft): Promise<Draft> {
  const other = await stage.draft();
  const textOf = async (one: Draft) => `${targetOf(stage.route, one)} ${await bodyTextOf(one.body)}`;
  if ((await textOf(other)) !== (await textOf(draft))) return other;
  const body = stage.someBody((made) => JSON.stringify(made) !== JSON.stringify(draft.body));
  return body === undefined ? stage.skip('No second request is known.') : { ...other, body };
}

/** A body as text; of a form what its parts hold, not how they are told apart. */
async function bodyTextOf(body: unknown): Promise<string> {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]);
  return JSON.stringify(await Promise.all(parts));
}

const otherTenantKey: Check = {
  id: 'idempotency.other-tenant',
  holds: 'another tenant with the same key gets an answer of its own',
  needs: 'otherTenant',
  applies: takesKeys,
  async run(stage) {
    const { draft, first } = await sendFirst(stage, await stage.draft());
    const exchange = await stage.send(draft, { credential: stage.session.credentials.otherTenant(stage.route) });
    stage.expect(!isReplay(exchange), 'Another tenant gets the stored answer.', exchange);
    const { id } = first.answer.record;
    const isOwn = id === undefined || id !== exchange.answer.record.id;
    stage.expect(isOwn, `Another tenant is answered with the record ${id}.`, exchange);
    stage.expect(exchange.answer.code !== 'idempotency_key_reused', 'Tenants share their keys.', exchange);
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
