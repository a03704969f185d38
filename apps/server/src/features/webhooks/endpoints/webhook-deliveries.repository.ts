import type { WebhookDeliveryListQuery } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import {
  type ListedDelivery,
  makeDeliveryDue,
  selectDelivery,
  selectDeliveryForUpdate,
  selectPages,
} from '../webhook.statements.ts';
import type { WebhookDeliveryRow } from '../webhook-delivery.entity.ts';
import { findEvent, insertDelivery } from '../webhook-delivery.sql.ts';
import { countDeliveries, selectStats } from '../webhook-delivery-count.sql.ts';

/** A delivery that is due immediately. */
export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'workspaceId' | 'id' | 'endpointId' | 'eventId' | 'event' | 'body' | 'createdAt'
>;

/** Statistics of an endpoint's deliveries since a point in time. */
export interface DeliveryStats {
  readonly endpointId: string;
  readonly delivered: number;
  /** Failed attempts. */
  readonly failed: number;
  readonly pending: number;
  readonly lastDeliveryAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: WebhookDeliveryRow['errorReason'];
}

/** Deliveries in PostgreSQL, as their owner reads and creates them. */
export class WebhookDeliveriesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert({ workspaceId, id, endpointId, eventId, event, body, createdAt }: NewDelivery): Promise<void> {
    await this.#database.run(insertDelivery, { workspaceId, id, endpointId, eventId, event, body, createdAt });
  }

  async find(workspaceId: string, endpointId: string, id: string): Promise<WebhookDeliveryRow | null> {
    const [row] = await this.#database.run(selectDelivery, { workspaceId, endpointId, id });
    return row ?? null;
  }

  /** Like {@link find}, and locks the row until the end of the transaction. */
  async findForUpdate(workspaceId: string, endpointId: string, id: string): Promise<WebhookDeliveryRow | null> {
    const [row] = await this.#database.run(selectDeliveryForUpdate, { workspaceId, endpointId, id });
    return row ?? null;
  }

  /** Makes a pending delivery due now, or as soon as the running attempt has failed. */
  async makeDue(workspaceId: string, id: string): Promise<void> {
    await this.#database.run(makeDeliveryDue, { workspaceId, id });
  }

  /** True when the event of a delivery can still be sent. */
  async hasEvent(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(findEvent, { workspaceId, id })).length === 1;
  }

  /** A page of an endpoint's deliveries, newest first, and their total. */
  async page(
    workspaceId: string,
    endpointId: string,
    { page = 1, limit, status }: WebhookDeliveryListQuery,
  ): Promise<{ rows: ListedDelivery[]; total: number }> {
    const of = { workspaceId, endpointId };
    const [counted] = await this.#database.run(countDeliveries, { ...of, status: status ?? null });
    const rows = await this.#database.run(selectPages[status ?? 'all'], { ...of, limit, offset: (page - 1) * limit });
    return { rows, total: counted?.total ?? 0 };
  }

  /** Statistics by endpoint; endpoints without deliveries since then are missing. */
  async stats(
    workspaceId: string,
    endpointIds: readonly string[],
    since: Date,
  ): Promise<ReadonlyMap<string, DeliveryStats>> {
    const rows = await this.#database.run(selectStats, { workspaceId, endpointIds, since });
    return new Map((rows as DeliveryStats[]).map((row) => [row.endpointId, row]));
  }
}
