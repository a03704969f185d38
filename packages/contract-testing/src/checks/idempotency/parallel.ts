import type { Check } from '../check.ts';
import { isReplay, keyed, takesKeys } from './keyed.ts';

/** Requests sent at once. */
const writers = 4;

export const parallel: Check = {
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
