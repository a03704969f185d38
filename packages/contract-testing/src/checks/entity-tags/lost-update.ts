import type { Draft } from '../../calling/draft.ts';
import { differentBodies } from '../../generating/vary.ts';
import type { Stage } from '../../running/stage.ts';
import type { Check } from '../check.ts';
import { tagOf, underCondition } from './writes.ts';

/** Requests sent at once. */
const writers = 4;

export const lostUpdate: Check = {
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
