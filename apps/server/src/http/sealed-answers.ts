import type { IdempotencyStore, StoredAnswer } from '@contract-kit/middleware';
import type { SecretCipher } from '../features/webhooks/index.ts';

/**
 * Keeps the answers of some routes encrypted: those that show a secret once, and once more to a repetition.
 *
 * @param routes operation ids.
 */
export function withSealedAnswers(
  store: IdempotencyStore,
  cipher: SecretCipher,
  routes: ReadonlySet<string>,
): IdempotencyStore {
  return {
    sweep: (options) => store.sweep(options),
    async execute(claim, run) {
      if (!routes.has(claim.route)) return store.execute(claim, run);
      const context = `${claim.route} ${claim.scope} ${claim.key}`;
      let fresh: StoredAnswer | undefined;
      const outcome = await store.execute(claim, async () => {
        const execution = await run();
        fresh = execution.answer;
        return { ...execution, answer: mapBody(fresh, (body) => cipher.encrypt(toText(body), context)) };
      });
      if (outcome.kind === 'executed') return { kind: 'executed', answer: fresh ?? outcome.answer };
      if (outcome.kind !== 'replayed') return outcome;
      return {
        kind: 'replayed',
        answer: mapBody(outcome.answer, (body) => Buffer.from(cipher.decrypt(body, context))),
      };
    },
  };
}

function mapBody(answer: StoredAnswer, change: (body: Uint8Array) => Uint8Array): StoredAnswer {
  return answer.body === null ? answer : { ...answer, body: change(answer.body) };
}

function toText(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
