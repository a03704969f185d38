import type { WebhookSignatureScheme } from '@product-content/contract';
import { type DeliveryEngine, startDeliveryEngine } from '../../src/features/webhooks/delivery/delivery-engine.ts';
import { createEndpointSecret } from '../../src/features/webhooks/endpoint-secrets.ts';
import { silentLogger, systemClock, systemIds, type WorkspaceSettings } from '../../src/kernel/index.ts';
import { appendEvents, createSecretCipher, type Database } from '../../src/storage/index.ts';
import { createTestClient } from '../outbound/test-client.ts';
import type { TestDatabase } from '../test-database.ts';
import { createTestWorkspace } from '../test-workspace.ts';

/** Rows of the delivery log, oldest first. */
export interface LoggedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
  readonly attempt: number;
  readonly responseStatus: number | null;
  readonly errorReason: string | null;
}

export const testCipher = createSecretCipher('test');

/** What tests of the engine can do in one workspace. */
export interface EngineFixture {
  readonly workspace: WorkspaceSettings;
  addEndpoint(
    url: string,
    events?: readonly string[],
    scheme?: WebhookSignatureScheme,
  ): Promise<{ id: string; secret: string }>;
  /** Each in a separate transaction, or all in one. @returns the ids of the events. */
  append(count: number, type?: string): Promise<string[]>;
  log(endpointId: string): Promise<LoggedDelivery[]>;
  endpoint(id: string): Promise<{ status: string; failures: number; reason: string | null }>;
  resume(id: string): Promise<void>;
}

export async function createEngineFixture(database: Database): Promise<EngineFixture> {
  const workspace = await createTestWorkspace(database);
  return {
    workspace,
    async addEndpoint(url, events = ['*'], scheme = 'timestamped') {
      const id = systemIds.next();
      const { secret, encrypted, preview } = createEndpointSecret(testCipher, id);
      await database.transaction(async (tx) => {
        await tx.query(
          `insert into webhook_endpoint (workspace_id, id, url, events, secret, secret_preview, created_at, updated_at,
             signature_scheme)
           values ($1, $2, $3, $4, $5, $6, now(), now(), $7)`,
          [workspace.id, id, url, [...events], encrypted, preview, scheme],
        );
        await tx.query(
          `insert into webhook_relay values ($1, pg_current_xact_id()::text::bigint - 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
           on conflict do nothing`,
          [workspace.id],
        );
      });
      return { id, secret };
    },
    async append(count, type = 'category.deleted') {
      const events = Array.from({ length: count }, () => {
        const id = systemIds.next();
        return { id, type, subjectId: id, payload: { id, code: 'x', name: 'ü' } };
      });
      await database.transaction(async (tx) => appendEvents(tx, workspace.id, events, systemClock.now()));
      return events.map(({ id }) => id);
    },
    async log(endpointId) {
      const { rows } = await database.query<LoggedDelivery>(
        `select id, event_id as "eventId", status, attempt, response_status as "responseStatus",
           error_reason as "errorReason" from webhook_delivery where endpoint_id = $1 order by id`,
        [endpointId],
      );
      return rows;
    },
    async endpoint(id) {
      const { rows } = await database.query<{ status: string; failures: number; reason: string | null }>(
        `select status, consecutive_failures as failures, disabled_reason as reason from webhook_endpoint where id = $1`,
        [id],
      );
      const [row] = rows;
      if (row === undefined) throw new Error(`no endpoint ${id}`);
      return row;
    },
    async resume(id) {
      await database.query(`update webhook_endpoint set status = 'active', consecutive_failures = 0 where id = $1`, [
        id,
      ]);
    },
  };
}

/** An engine on a test database, for receivers on this machine. */
export function startTestEngine(
  test: Pick<TestDatabase, 'database' | 'url'>,
  { schedule = [3600], timeoutMs = 1000 }: { schedule?: readonly number[]; timeoutMs?: number } = {},
): DeliveryEngine {
  return startDeliveryEngine({
    database: test.database,
    databaseUrl: test.url,
    clock: systemClock,
    ids: systemIds,
    logger: silentLogger,
    cipher: testCipher,
    schedule,
    client: createTestClient({ keepAlive: true, timeoutMs }),
  });
}
