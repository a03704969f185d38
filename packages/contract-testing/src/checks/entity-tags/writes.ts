import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../../calling/draft.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check, CheckedRoute } from '../check.ts';

const isTaggedWrite = ({ route }: CheckedRoute) => route.policy.entityTag === 'write';

/** The current tag of what a request is about. */
export async function tagOf(stage: Stage, draft: Draft): Promise<string> {
  const exchange = await stage.readTagged(draft);
  const etag = exchange?.answer.headers.get(headerNames.etag);
  return etag ?? stage.skip('The contract has no GET that tells the current ETag.');
}

/** A request under a condition. */
export function underCondition(draft: Draft, tag: string): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.ifMatch]: tag } };
}

export const tagChanges: Check = {
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
export const ifMatch: Check = {
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

export const preconditionFirst: Check = {
  id: 'entity-tags.before-validation',
  holds: 'an old tag is 412 even when the body is invalid too',
  applies: (checked) => isTaggedWrite(checked) && checked.route.body !== undefined,
  async run(stage) {
    const draft = { ...(await stage.draft()), body: [] };
    stage.expectError(await stage.send(underCondition(draft, '"other"')), 412, 'precondition_failed');
  },
};
