import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from '@contract-kit/middleware';
import type { SecretCipher } from '../features/webhooks/index.ts';

/** Keeps stored responses that show a secret encrypted: those that are for their caller alone. */
export function withEncryptedSecrets(store: IdempotencyStore, cipher: SecretCipher): IdempotencyStore {
  return {
    sweep: (options) => store.sweep(options),
    async execute(claim, run) {
      if (claim.caller === null) return store.execute(claim, run);
      const context = contextOf(claim);
      let fresh: StoredResponse | undefined;
      const outcome = await store.execute(claim, async () => {
        const execution = await run();
        fresh = execution.response;
        return { ...execution, response: mapBody(fresh, (body) => cipher.encrypt(toText(body), context)) };
      });
      if (outcome.kind === 'executed') return { kind: 'executed', response: fresh ?? outcome.response };
      if (outcome.kind !== 'replayed') return outcome;
      return {
        kind: 'replayed',
        response: mapBody(outcome.response, (body) => Buffer.from(cipher.decrypt(body, context))),
      };
    },
  };
}

function contextOf({ route, scope, caller, key }: IdempotencyClaim): string {
  return `${route} ${scope} ${caller} ${key}`;
}

function mapBody(response: StoredResponse, change: (body: Uint8Array) => Uint8Array): StoredResponse {
  return response.body === null ? response : { ...response, body: change(response.body) };
}

function toText(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
