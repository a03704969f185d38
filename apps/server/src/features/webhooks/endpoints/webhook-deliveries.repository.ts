import type { WebhookDeliveryListQuery } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import { deliveriesOf } from '../deliveries-of.ts';
import { countMade } from '../delivery-counts.ts';
import { WebhookDeliveryEntity, type WebhookDeliveryRow } from '../webhook-delivery.entity.ts';

/** A delivery to be made at once. */
export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'workspaceId' | 'id' | 'endpointId' | 'eventId' | 'event' | 'body' | 'createdAt'
>;

/** A delivery in a list: what can be long is left out. */
export type ListedDelivery = Omit<WebhookDeliveryRow, 'body' | 'responseBody' | 'earlierAttempts'>;

const leftOutOfLists: ReadonlySet<string> = new Set<Exclude<keyof WebhookDeliveryRow, keyof ListedDelivery>>([
  'body',
  'responseBody',
  'earlierAttempts',
]);

/** How the deliveries of an endpoint go, since a point in time. */
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

const insertDelivery = `
  with made as (
    insert into webhook_delivery
      (workspace_id, id, endpoint_id, event_id, event, body, status, next_attempt_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'pending', $7, $7, $7)
    returning workspace_id, endpoint_id, created_at
  )
  ${countMade}`;

/** From the hour that `$3` is in. */
const statsSince = `
  select endpoint_id as "endpointId", sum(succeeded) as delivered, sum(failed_attempts) as failed,
    sum(waiting + retrying) as pending, max(last_attempt_at) as "lastDeliveryAt",
    max(last_success_at) as "lastSuccessAt",
    (array_agg(last_status order by last_attempt_at desc nulls last))[1]::integer as "lastStatus",
    (array_agg(last_error order by last_attempt_at desc nulls last))[1] as "lastError"
  from webhook_delivery_count
  where workspace_id = $1 and endpoint_id = any ($2::uuid[]) and hour >= date_trunc('hour', $3::timestamptz, 'UTC')
  group by endpoint_id`;

const total = `
  select coalesce(sum(case $3::text when 'pending' then waiting + retrying when 'succeeded' then succeeded
    when 'failed' then failed when 'discarded' then discarded
    else waiting + retrying + succeeded + failed + discarded end), 0) as total
  from webhook_delivery_count where workspace_id = $1 and endpoint_id = $2`;

const newest = 'order by created_at desc, id desc limit $3::bigint + $4::bigint';

/** One that is claimed stays with its claim; should that attempt fail, the recorder finds this and waits no longer. */
const hasten = `
  update webhook_delivery set next_attempt_at = least(next_attempt_at, now()), updated_at = now()
  where workspace_id = $1 and id = $2 and status = 'pending'`;

/** True while the text of an event can still be written: it is a test, or the outbox keeps it. */
const isKept = `
  select from webhook_delivery d
  where d.workspace_id = $1 and d.id = $2
    and (d.body is not null or exists (select from outbox o where o.workspace_id = $1 and o.id = d.event_id))`;

/** Deliveries in PostgreSQL, as their owner reads and starts them. Rows are plain values. */
export class WebhookDeliveriesRepository {
  readonly #database: Database;
  readonly #columns: string;
  readonly #listedColumns: string;

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(WebhookDeliveryEntity);
    const toColumns = (shown: typeof props) =>
      shown.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`).join(', ');
    this.#columns = toColumns(props);
    this.#listedColumns = toColumns(props.filter(({ name }) => !leftOutOfLists.has(name)));
  }

  async insert(row: NewDelivery): Promise<void> {
    const { workspaceId, id, endpointId, eventId, event, body, createdAt } = row;
    const values = [workspaceId, id, endpointId, eventId, event, body, createdAt];
    await this.#database.query(insertDelivery, values, 'webhook_delivery.insert');
  }

  async find(workspaceId: string, endpointId: string, id: string): Promise<WebhookDeliveryRow | null> {
    return this.#find([workspaceId, endpointId, id], '', 'find');
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  async findForUpdate(workspaceId: string, endpointId: string, id: string): Promise<WebhookDeliveryRow | null> {
    return this.#find([workspaceId, endpointId, id], 'for update', 'find_for_update');
  }

  /** A pending delivery is due now, or as soon as the attempt under way has failed. */
  async hasten(workspaceId: string, id: string): Promise<void> {
    await this.#database.query(hasten, [workspaceId, id], 'webhook_delivery.hasten');
  }

  /** True when the event of a delivery can be sent again. */
  async hasEvent(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.query(isKept, [workspaceId, id], 'webhook_delivery.event')).rowCount === 1;
  }

  /** A page of an endpoint's deliveries, newest first, and how many there are. */
  async page(
    workspaceId: string,
    endpointId: string,
    { page = 1, limit, status }: WebhookDeliveryListQuery,
  ): Promise<{ rows: ListedDelivery[]; total: number }> {
    const filter = [workspaceId, endpointId, status ?? null];
    const counted = await this.#database.query<{ total: number }>(total, filter, 'webhook_delivery.total');
    const text = `
      select * from (${deliveriesOf(this.#listedColumns, newest, status && [status])}) shown
      order by "createdAt" desc, id desc limit $3 offset $4`;
    const values = [workspaceId, endpointId, limit, (page - 1) * limit];
    const { rows } = await this.#database.query<ListedDelivery>(
      text,
      values,
      `webhook_delivery.page_${status ?? 'all'}`,
    );
    return { rows, total: counted.rows[0]?.total ?? 0 };
  }

  /** By endpoint; one without deliveries since then is not in it. */
  async stats(
    workspaceId: string,
    endpointIds: readonly string[],
    since: Date,
  ): Promise<ReadonlyMap<string, DeliveryStats>> {
    const values = [workspaceId, endpointIds, since];
    const { rows } = await this.#database.query<DeliveryStats>(statsSince, values, 'webhook_delivery.stats');
    return new Map(rows.map((row) => [row.endpointId, row]));
  }

  async #find(values: readonly string[], lock: string, name: string): Promise<WebhookDeliveryRow | null> {
    const condition = 'where workspace_id = $1 and endpoint_id = $2 and id = $3';
    const text = `select ${this.#columns} from webhook_delivery ${condition} ${lock}`;
    const { rows } = await this.#database.query<WebhookDeliveryRow>(text, values, `webhook_delivery.${name}`);
    return rows[0] ?? null;
  }
}
