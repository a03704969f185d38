import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../../calling/draft.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';
import { isReplay, keyed, sendFirst, takesKeys } from './keyed.ts';

/** What belongs to an answer and not to the request that got it. */
const kept = ['content-type', headerNames.etag, headerNames.location];

export const replay: Check = {
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

export const afterValidation: Check = {
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

export const malformedKey: Check = {
  id: 'idempotency.malformed-key',
  holds: 'a key of more than 255 characters is 400',
  applies: takesKeys,
  async run(stage) {
    stage.expectError(await stage.send(keyed(await stage.draft(), 'k'.repeat(256))), 400, 'bad_request');
  },
};
