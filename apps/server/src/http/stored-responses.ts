import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from '@contract-kit/middleware';
import { createPostgresIdempotencyStore } from '@contract-kit/middleware/postgres';
import type { Ports } from '../features/ports.ts';
import { createResponseBodies } from '../files/index.ts';
import { defineTask } from '../kernel/index.ts';
import type { Measurement } from '../observability/index.ts';
import type { Database, SecretCipher } from '../storage/index.ts';
import { measureResponses } from './stored-responses.sql.ts';

/**
 * Responses stored for their Idempotency-Key; large ones are stored as files.
 *
 * @param budgetBytes bytes that the stored responses of a workspace may take.
 */
export function createResponseStore(
  { database, files, cipher }: Pick<Ports, 'database' | 'files' | 'cipher'>,
  budgetBytes: number,
) {
  const store = createPostgresIdempotencyStore({
    transaction: database.transactionRunner,
    scopeColumn: 'workspace_id',
    bodies: createResponseBodies(files),
    budgetBytes,
  });
  return {
    store: withEncryptedSecrets(store, cipher),
    metricSources: [{ name: 'idempotency', read: () => readSizes(database) }],
    tasks: [
      defineTask('idempotency.sweep', 600, () => store.sweep()),
      defineTask('idempotency.sweep-bodies', 6 * 3600, (signal) => store.sweepBodies(signal)),
    ],
  };
}

async function readSizes(database: Database): Promise<Measurement[]> {
  const [read] = await database.run(measureResponses, {});
  if (read === undefined) return [];
  return [
    { metric: 'pcm.idempotency.records', value: read.records },
    { metric: 'pcm.idempotency.table_size', value: read.tableSize },
    { metric: 'pcm.idempotency.stored_bytes', value: read.storedBytes },
  ];
}

/** Encrypts stored responses that may contain a secret: those that only their caller may see. */
function withEncryptedSecrets(store: IdempotencyStore, cipher: SecretCipher): IdempotencyStore {
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
