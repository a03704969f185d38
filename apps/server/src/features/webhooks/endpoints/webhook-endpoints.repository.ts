import { LockMode } from '@mikro-orm/core';
import { acquireLock, type Database } from '../../../storage/index.ts';
import { selectExistence } from '../webhook.statements.ts';
import { WebhookEndpointEntity, type WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { startRelay } from '../webhook-relay.sql.ts';

/** Webhook endpoints in PostgreSQL: entities of the running transaction's unit of work. */
export class WebhookEndpointsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Locks the workspace's list of endpoints until the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.#database.run(acquireLock, { name: `webhooks ${workspaceId}` });
    return this.#endpoints(workspaceId).count();
  }

  /** All endpoints of a workspace, oldest first. */
  list(workspaceId: string): Promise<WebhookEndpointRow[]> {
    return this.#endpoints(workspaceId).findAll({ orderBy: { id: 'asc' } });
  }

  find(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    return this.#endpoints(workspaceId).findOne({ id });
  }

  /** Like {@link find}, and locks the row until the end of the transaction. */
  findForUpdate(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    return this.#endpoints(workspaceId).findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** True when the endpoint exists; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** Must be called within a transaction. Relaying a workspace's events begins with its first endpoint. */
  async insert(row: Omit<WebhookEndpointRow, 'afterTransaction'>): Promise<void> {
    await this.#endpoints(row.workspaceId).insert(row);
    await this.#database.run(startRelay, { workspaceId: row.workspaceId });
  }

  /** Changes an endpoint that {@link findForUpdate} returned, and writes the columns that differ. */
  async update(endpoint: WebhookEndpointRow, changes: Partial<WebhookEndpointRow>): Promise<void> {
    const em = this.#database.emOf(endpoint.workspaceId);
    em.assign(endpoint, changes);
    await em.flush();
  }

  /** @returns false when there is no such endpoint. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#endpoints(workspaceId).nativeDelete({ id })) === 1;
  }

  #endpoints(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(WebhookEndpointEntity);
  }
}
