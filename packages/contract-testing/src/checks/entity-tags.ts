import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../calling/draft.ts';
import { differentBodies } from '../generating/vary.ts';
import { Violation } from '../outcomes.ts';
import type { Stage } from '../running/stage.ts';
import type { Check, CheckedRoute } from './check.ts';

/** RFC 9110 §13.1.2. */
const ifNoneMatch: Check = {
  id: 'entity-tags.if-none-match',
  holds: 'If-None-Match is 304 without a body for the current tag, weak, in a list or as *, and 200 for another',
  applies: ({ route: { policy } }) => policy.entityTag === 'read' || policy.ranges === true,
  async run(stage) {
    const { draft, exchange: got } = await stage.perform();
    const etag = got.answer.headers.get(headerNames.etag);
    if (etag === null && stage.route.policy.ranges === true) return stage.skip('The file has no ETag.');
    if (etag === null || !/^(W\/)?"[^"]*"$/.test(etag)) throw new Violation(`The ETag is ${etag}.`, got);
    const weak = etag.startsWith('W/') ? etag : `W/${etag}`;
    for (const condition of [etag, weak, `"other", ${etag}`, '*']) {
      const headers = { [headerNames.ifNoneMatch]: condition };
      const exchange = await stage.send({ ...draft, headers });
      const { answer } = exchange;
      stage.expect(answer.status === 304, `If-None-Match: ${condition} is ${answer.status}, not 304.`, exchange);
      stage.expect(answer.text === '', 'A 304 has no body.', exchange);
      stage.expect(answer.headers.get(headerNames.etag) === etag, 'The 304 does not have the current ETag.', exchange);
    }
    const exchange = await stage.send({ ...draft, headers: { [headerNames.ifNoneMatch]: '"other"' } });
    stage.expect(exchange.answer.status === 200, `Another tag is ${exchange.answer.status}, not 200.`, exchange);
  },
};

const isTaggedWrite = ({ route }: CheckedRoute) => route.policy.entityTag === 'write';

/** The current tag of what a request is about. */
async function tagOf(stage: Stage, draft: Draft): Promise<string> {
  const exchange = await stage.readTagged(draft);
  const etag = exchange?.answer.headers.get(headerNames.etag);
  return etag ?? stage.skip('The contract has no GET that tells the current ETag.');
}

/** A request under a condition. */
function underCondition(draft: Draft, tag: string): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.ifMatch]: tag } };
}

const tagChanges: Check = {
  id: 'entity-tags.change',
  holds: 'a change changes the ETag, and its answer has the new one',
  applies: (checked) => isTaggedWrite(checked) && checked.route.method !== 'DELETE',
  async run(stage) {
    const draft = await stage.draft();
    const before = await stage.readTagged(draft);
    const exchange = await stage.send(draft);
    const after = await stage.readTagged(draft);
    if (before === null || after === null) return stage.skip('The contract has no GET that tells the current ETag.');
    const [old, current] = [before, after].map(({ answer }) => answer.headers.get(headerNames.etag));
    if (before.answer.state === after.answer.state) stage.skip('The request changes nothing.');
    stage.expect(old !== current, `The record changed and its ETag is still ${current}.`, after);
    const answered = exchange.answer.headers.get(headerNames.etag);
    stage.expect(
      answered === current,
      `The change is answered with the ETag ${answered}; now it is ${current}.`,
      exchange,
    );
  },
};

/** RFC 9110 §13.1.1. */
const ifMatch: Check = {
  id: 'entity-tags.if-match',
  holds: 'If-Match takes the current tag, alone, in a list or as *; another, a weak or an old one is 412',
  applies: isTaggedWrite,
  async run(stage) {
    for (const form of [(tag: string) => tag, (tag: string) => `"other", ${tag}`, () => '*']) {
      const draft = await stage.draft();
      const condition = form(await tagOf(stage, draft));
      const exchange = await stage.send(underCondition(draft, condition));
      stage.expect(exchange.answer.isSuccess, `If-Match: ${condition} is ${exchange.answer.status}.`, exchange);
    }
    const draft = await stage.draft();
    const tag = await tagOf(stage, draft);
    for (const condition of ['"other"', `W/${tag}`]) {
      stage.expectError(await stage.send(underCondition(draft, condition)), 412, 'precondition_failed');
    }
    const unchanged = await tagOf(stage, draft);
    const malformed = await stage.send(underCondition(draft, 'no-quotes'));
    stage.expectError(malformed, 400, 'bad_request');
    stage.expect(unchanged === tag, 'A request that was refused changed the record.', malformed);
  },
};

const preconditionFirst: Check = {
  id: 'entity-tags.before-validation',
  holds: 'an old tag is 412 even when the body is invalid too',
  applies: (checked) => isTaggedWrite(checked) && checked.route.body !== undefined,
  async run(stage) {
    const draft = { ...(await stage.draft()), body: [] };
    stage.expectError(await stage.send(underCondition(draft, '"other"')), 412, 'precondition_failed');
  },
};

/** Requests sent at once. */
const writers = 4;

const lostUpdate: Check = {
  id: 'entity-tags.lost-update',
  holds: 'of changes at once with the same If-Match one wins, the others are 412, or 404 after a deletion',
  applies: ({ route }) => route.policy.entityTag === 'write' && (route.method === 'DELETE' || route.body !== undefined),
  async run(stage) {
    const draft = await stage.draft();
    const tag = await tagOf(stage, draft);
    const drafts = await competing(stage, draft);
    const exchanges = await Promise.all(
      drafts.map((one) => stage.send(underCondition(one, tag), { isConcurrent: true })),
    );
    const winners = exchanges.filter(({ answer }) => answer.isSuccess);
    const [first] = exchanges;
    if (first === undefined) return;
    stage.expect(
      winners.length === 1,
      `${winners.length} of ${writers} changes with one tag succeeded.`,
      winners[1] ?? first,
    );
    for (const exchange of exchanges.filter(({ answer }) => !answer.isSuccess)) {
      const { status } = exchange.answer;
      stage.expect(
        status === 412 || (status === 404 && stage.route.method === 'DELETE'),
        `A loser is ${status}.`,
        exchange,
      );
    }
  },
};

/** Requests that each change something, so that no second one finds its work done. */
async function competing(stage: Stage, draft: Draft): Promise<Draft[]> {
  const { route, usual } = stage;
  if (route.body === undefined) return Array.from({ length: writers }, () => draft);
  const bodies = differentBodies(draft.body, writers, route.body, usual.uniqueFieldsOf(route));
  if (bodies.length === 0) return stage.skip('No two different requests are known.');
  return bodies.map((body) => ({ ...draft, body }));
}

/** Conditional requests. */
export const entityTagChecks: readonly Check[] = [ifNoneMatch, tagChanges, ifMatch, preconditionFirst, lostUpdate];
