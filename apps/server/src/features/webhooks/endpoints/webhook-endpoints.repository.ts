import { LockMode } from '@mikro-orm/core';
import { type Database, holdLock } from '../../../storage/index.ts';
import { selectExistence } from '../webhook.statements.ts';
import { WebhookEndpointEntity, type WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { startRelay } from '../webhook-relay.sql.ts';

/** Webhook endpoints in PostgreSQL: entities, which belong to the unit of work of the running transaction. */
export class WebhookEndpointsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps the workspace's list of endpoints as it is to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.#database.run(holdLock, { name: `webhooks ${workspaceId}` });
    return this.#endpoints(workspaceId).count();
  }

  /** All of a workspace, oldest first. */
  list(workspaceId: string): Promise<WebhookEndpointRow[]> {
    return this.#endpoints(workspaceId).findAll({ orderBy: { id: 'asc' } });
  }

  find(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    return this.#endpoints(workspaceId).findOne({ id });
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  findForUpdate(workspaceId: string, id: string): Promise<WebhookEndpointRow | null> {
    return this.#endpoints(workspaceId).findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** Within a transaction. The events of a workspace are followed from its first endpoint on. */
  async insert(row: Omit<WebhookEndpointRow, 'afterTransaction'>): Promise<void> {
    await this.#endpoints(row.workspaceId).insert(row);
    await this.#database.run(startRelay, { workspaceId: row.workspaceId });
  }

  /** Changes an endpoint that {@link findForUpdate} found, and writes the columns that differ. */
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
