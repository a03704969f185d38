import type { Database } from '../../../storage/index.ts';
import { WebhookEndpointEntity, type WebhookEndpointRow } from '../webhook-endpoint.entity.ts';

/** What the database sets on a new endpoint. */
type SetByDatabase = 'afterTransaction' | 'attemptsAfter';

/** The columns that belong to the owner of the endpoint; the counter of failures is the delivery engine's. */
export type EndpointChange = Pick<
  WebhookEndpointRow,
  | 'workspaceId'
  | 'id'
  | 'url'
  | 'events'
  | 'description'
  | 'status'
  | 'disabledReason'
  | 'signatureScheme'
  | 'updatedAt'
>;

const insertEndpoint = `
  insert into webhook_endpoint
    (workspace_id, id, url, events, description, status, secret, secret_preview, created_at, updated_at, signature_scheme)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`;

/** The events of a workspace are followed from its first endpoint on. */
const startRelay = `
  insert into webhook_relay (workspace_id, settled_after, event_id)
  values ($1, pg_current_xact_id()::text::bigint - 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  on conflict (workspace_id) do nothing`;

/** Resuming starts the counter anew: one more failure must not switch the endpoint off at once. */
const updateEndpoint = `
  update webhook_endpoint set url = $3, events = $4, description = $5, disabled_reason = $7, updated_at = $8,
    signature_scheme = $9,
    consecutive_failures = case when status <> 'active' and $6 = 'active' then 0 else consecutive_failures end,
    status = $6
  where workspace_id = $1 and id = $2`;

const rotateSecret = `
  update webhook_endpoint set previous_secret = secret, previous_secret_until = $5, secret = $3, secret_preview = $4,
    updated_at = $6
  where workspace_id = $1 and id = $2`;

/** Webhook endpoints in PostgreSQL. Rows are plain values. */
export class WebhookEndpointsRepository {
  readonly #database: Database;
  readonly #columns: string;

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(WebhookEndpointEntity);
    this.#columns = props.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`).join(', ');
  }

  /** Keeps the workspace's list of endpoints as it is to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await this.#database.query(lock, [`webhooks ${workspaceId}`], 'webhook_endpoint.lock');
    const text = 'select count(*) as number from webhook_endpoint where workspace_id = $1';
    const { rows } = await this.#database.query<{ number: number }>(text, [workspaceId], 'webhook_endpoint.count');
    return rows[0]?.number ?? 0;
  }

  /** All of a workspace, oldest first. */
  async list(workspaceId: string): Promise<WebhookEndpointRow[]> {
    return this.#select('where workspace_id = $1 order by id', [workspaceId], 'list');
  }

  async find(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    const [row] = await this.#select('where workspace_id = $1 and id = $2', [workspaceId, id], 'find');
    return row ?? null;
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  async findForUpdate(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    const condition = 'where workspace_id = $1 and id = $2 for no key update';
    const [row] = await this.#select(condition, [workspaceId, id], 'find_for_update');
    return row ?? null;
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    const text = 'select from webhook_endpoint where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'webhook_endpoint.exists')).rowCount === 1;
  }

  /** Within a transaction. */
  async insert(row: Omit<WebhookEndpointRow, SetByDatabase>): Promise<void> {
    const { workspaceId, id, url, events, description, status, secret, secretPreview, createdAt } = row;
    const shown = [workspaceId, id, url, events, description, status];
    const values = [...shown, secret, secretPreview, createdAt, row.signatureScheme];
    await this.#database.query(insertEndpoint, values, 'webhook_endpoint.insert');
    await this.#database.query(startRelay, [workspaceId], 'webhook_endpoint.relay');
  }

  async update(row: EndpointChange): Promise<void> {
    const { workspaceId, id, url, events, description, status, disabledReason, updatedAt, signatureScheme } = row;
    const values = [workspaceId, id, url, events, description, status, disabledReason, updatedAt, signatureScheme];
    await this.#database.query(updateEndpoint, values, 'webhook_endpoint.update');
  }

  /** The secret until now becomes the previous one, and signs too until the given time. */
  async rotateSecret(
    row: Pick<WebhookEndpointRow, 'workspaceId' | 'id' | 'secret' | 'secretPreview' | 'updatedAt'>,
    previousUntil: Date,
  ): Promise<void> {
    const values = [row.workspaceId, row.id, row.secret, row.secretPreview, previousUntil, row.updatedAt];
    await this.#database.query(rotateSecret, values, 'webhook_endpoint.rotate');
  }

  /** Its deliveries go with it. @returns false when there is no such endpoint. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const text = 'delete from webhook_endpoint where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'webhook_endpoint.delete')).rowCount === 1;
  }

  async #select(condition: string, values: readonly string[], name: string): Promise<WebhookEndpointRow[]> {
    const text = `select ${this.#columns} from webhook_endpoint ${condition}`;
    return (await this.#database.query<WebhookEndpointRow>(text, values, `webhook_endpoint.${name}`)).rows;
  }
}
