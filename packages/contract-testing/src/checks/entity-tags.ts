import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../calling/draft.ts';
import { differentBodies } from '../generating/vary.ts';
import { Violation } from '../outcomes.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check, CheckedRoute } from './check.ts';

/** RFC 9110 §13.1.2. */
const ifNoneMatch: Check = {
  id: 'entity-tags.if-none-match',
  holds: 'If-None-Match is 304 without a body for the current tag, weak, in a list or as *, and 200 for another',
  applies: ({ route: { policy } }) => policy.entityTag === 'read' || policy.ranges === true,
  async run(context) {
    const { draft, exchange: got } = await context.perform();
    const etag = got.response.headers.get(headerNames.etag);
    if (etag === null && context.route.policy.ranges === true) return context.skip('The file has no ETag.');
    if (etag === null || !/^(W\/)?"[^"]*"$/.test(etag)) throw new Violation(`The ETag is ${etag}.`, got);
    const weak = etag.startsWith('W/') ? etag : `W/${etag}`;
    for (const condition of [etag, weak, `"other", ${etag}`, '*']) {
      const headers = { [headerNames.ifNoneMatch]: condition };
      const exchange = await context.send({ ...draft, headers });
      const { response } = exchange;
      context.expect(response.status === 304, `If-None-Match: ${condition} is ${response.status}, not 304.`, exchange);
      context.expect(response.text === '', 'A 304 has no body.', exchange);
      context.expect(
        response.headers.get(headerNames.etag) === etag,
        'The 304 does not have the current ETag.',
        exchange,
      );
    }
    const exchange = await context.send({ ...draft, headers: { [headerNames.ifNoneMatch]: '"other"' } });
    context.expect(exchange.response.status === 200, `Another tag is ${exchange.response.status}, not 200.`, exchange);
  },
};

const isTaggedWrite = ({ route }: CheckedRoute) => route.policy.entityTag === 'write';

/** The current tag of the record a request is about. */
async function tagOf(context: CheckContext, draft: Draft): Promise<string> {
  const exchange = await context.readTagged(draft);
  const etag = exchange?.response.headers.get(headerNames.etag);
  return etag ?? context.skip('The contract has no GET that returns the current ETag.');
}

/** A conditional request. */
function underCondition(draft: Draft, tag: string): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.ifMatch]: tag } };
}

const tagChanges: Check = {
  id: 'entity-tags.change',
  holds: 'a change changes the ETag, and its response has the new one',
  applies: (checked) => isTaggedWrite(checked) && checked.route.method !== 'DELETE',
  async run(context) {
    const draft = await context.draft();
    const before = await context.readTagged(draft);
    const exchange = await context.send(draft);
    const after = await context.readTagged(draft);
    if (before === null || after === null)
      return context.skip('The contract has no GET that returns the current ETag.');
    const [old, current] = [before, after].map(({ response }) => response.headers.get(headerNames.etag));
    if (before.response.state === after.response.state) context.skip('The request changes nothing.');
    context.expect(old !== current, `The record changed and its ETag is still ${current}.`, after);
    const returned = exchange.response.headers.get(headerNames.etag);
    context.expect(
      returned === current,
      `The response to the change has the ETag ${returned}; now it is ${current}.`,
      exchange,
    );
  },
};

/** RFC 9110 §13.1.1. */
const ifMatch: Check = {
  id: 'entity-tags.if-match',
  holds: 'If-Match takes the current tag, alone, in a list or as *; another, a weak or an old one is 412',
  applies: isTaggedWrite,
  async run(context) {
    for (const form of [(tag: string) => tag, (tag: string) => `"other", ${tag}`, () => '*']) {
      const draft = await context.draft();
      const condition = form(await tagOf(context, draft));
      const exchange = await context.send(underCondition(draft, condition));
      context.expect(exchange.response.isSuccess, `If-Match: ${condition} is ${exchange.response.status}.`, exchange);
    }
    const draft = await context.draft();
    const tag = await tagOf(context, draft);
    for (const condition of ['"other"', `W/${tag}`]) {
      context.expectError(await context.send(underCondition(draft, condition)), 412, 'precondition_failed');
    }
    const unchanged = await tagOf(context, draft);
    const malformed = await context.send(underCondition(draft, 'no-quotes'));
    context.expectError(malformed, 400, 'bad_request');
    context.expect(unchanged === tag, 'A refused request changed the record.', malformed);
  },
};

const preconditionFirst: Check = {
  id: 'entity-tags.before-validation',
  holds: 'an old tag is 412 even when the body is invalid too',
  applies: (checked) => isTaggedWrite(checked) && checked.route.body !== undefined,
  async run(context) {
    const draft = { ...(await context.draft()), body: [] };
    context.expectError(await context.send(underCondition(draft, '"other"')), 412, 'precondition_failed');
  },
};

/** Requests sent at once. */
const writers = 4;

const lostUpdate: Check = {
  id: 'entity-tags.lost-update',
  holds:
    'of concurrent changes with the same If-Match exactly one succeeds; the others are 412, or 404 after a deletion',
  applies: ({ route }) => route.policy.entityTag === 'write' && (route.method === 'DELETE' || route.body !== undefined),
  async run(context) {
    const draft = await context.draft();
    const tag = await tagOf(context, draft);
    const drafts = await competing(context, draft);
    const exchanges = await Promise.all(
      drafts.map((one) => context.send(underCondition(one, tag), { isConcurrent: true })),
    );
    const winners = exchanges.filter(({ response }) => response.isSuccess);
    const [first] = exchanges;
    if (first === undefined) return;
    context.expect(
      winners.length === 1,
      `${winners.length} of ${writers} changes with one tag succeeded.`,
      winners[1] ?? first,
    );
    for (const exchange of exchanges.filter(({ response }) => !response.isSuccess)) {
      const { status } = exchange.response;
      context.expect(
        status === 412 || (status === 404 && context.route.method === 'DELETE'),
        `A loser is ${status}.`,
        exchange,
      );
    }
  },
};

/** Requests that each change something different, so that none is a no-op. */
async function competing(context: CheckContext, draft: Draft): Promise<Draft[]> {
  const { route, validRequests } = context;
  if (route.body === undefined) return Array.from({ length: writers }, () => draft);
  const bodies = differentBodies(draft.body, writers, route.body, validRequests.uniqueFieldsOf(route));
  if (bodies.length === 0) return context.skip('No two different valid requests were found.');
  return bodies.map((body) => ({ ...draft, body }));
}

/** Conditional requests. */
export const entityTagChecks: readonly Check[] = [ifNoneMatch, tagChanges, ifMatch, preconditionFirst, lostUpdate];
