import { type DeliveryStatus, deliveryStatuses } from '@product-content/contract';
import { type Expression, type Kysely, sql } from 'kysely';
import { columnsOf, type TablesOf, tablesOf } from '../../storage/index.ts';
import { WebhookDeliveryEntity, type WebhookDeliveryRow, type WebhookRelayEntity } from './webhook-delivery.entity.ts';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity.ts';

type Tables = TablesOf<typeof WebhookDeliveryEntity>;

const endpoints = tablesOf<typeof WebhookEndpointEntity>();
const deliveries = tablesOf<typeof WebhookDeliveryEntity>();
const relays = tablesOf<typeof WebhookRelayEntity>();

const byId = { workspaceId: 'uuid', id: 'uuid' } as const;

/** A row if the endpoint exists; from the index alone. */
export const selectExistence = endpoints.statement({
  name: 'webhook_endpoint.exists',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db.selectFrom('webhook_endpoint').select('id').where('workspace_id', '=', workspaceId).where('id', '=', id),
});

const columns = columnsOf(WebhookDeliveryEntity);

interface DeliveryParameters {
  readonly workspaceId: Expression<string>;
  readonly endpointId: Expression<string>;
  readonly id: Expression<string>;
}

const ofEndpoint = { ...byId, endpointId: 'uuid' } as const;

const selectOne = (db: Kysely<Tables>, { workspaceId, endpointId, id }: DeliveryParameters) =>
  db
    .selectFrom('webhook_delivery')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id);

export const selectDelivery = deliveries.statement({
  name: 'webhook_delivery.find',
  parameters: ofEndpoint,
  build: selectOne,
});

export const selectDeliveryForUpdate = deliveries.statement({
  name: 'webhook_delivery.find_for_update',
  parameters: ofEndpoint,
  build: (db, parameters) => selectOne(db, parameters).forUpdate(),
});

/** A claimed delivery stays with its claim; if that attempt fails, the recorder sees this change and does not wait. */
export const makeDeliveryDue = deliveries.statement({
  name: 'webhook_delivery.make_due',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: sql<Date>`least(next_attempt_at, now())`, updated_at: sql<Date>`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', sql.lit('pending' as const)),
});

/** Columns that can be long, which lists leave out. */
const long = ['body', 'responseBody', 'earlierAttempts'] as const satisfies (keyof WebhookDeliveryRow)[];

/** A delivery in a list. */
export type ListedDelivery = Omit<WebhookDeliveryRow, (typeof long)[number]>;

const listedColumns = columns.filter((column) => !long.some((name) => column.endsWith(` as ${name}`)));

/**
 * A page of an endpoint's deliveries, newest first. Each status is read from its own index, in time order: no rows are
 * read beyond the page and those before it.
 */
const selectPageOf = (name: string, statuses: readonly DeliveryStatus[]) =>
  deliveries.statement({
    name: `webhook_delivery.page_${name}`,
    parameters: { workspaceId: 'uuid', endpointId: 'uuid', limit: 'bigint', offset: 'bigint' },
    build: (db, { workspaceId, endpointId, limit, offset }) => {
      const parts = statuses.map(
        (status) =>
          sql`(${db
            .selectFrom('webhook_delivery')
            .select(listedColumns)
            .where('workspace_id', '=', workspaceId)
            .where('endpoint_id', '=', endpointId)
            .where('status', '=', sql.lit(status))
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(sql<number>`${limit}::bigint + ${offset}::bigint`)})`,
      );
      return db
        .selectFrom(sql<ListedDelivery>`(${sql.join(parts, sql` union all `)})`.as('shown'))
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset);
    },
  });

export const selectPages = {
  all: selectPageOf('all', deliveryStatuses),
  pending: selectPageOf('pending', ['pending']),
  succeeded: selectPageOf('succeeded', ['succeeded']),
  failed: selectPageOf('failed', ['failed']),
  discarded: selectPageOf('discarded', ['discarded']),
} satisfies Record<DeliveryStatus | 'all', unknown>;

/** The position up to which a workspace's events have become deliveries; no row while another process moves it. */
export const lockPosition = relays.statement({
  name: 'webhook_relay.lock',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('webhook_relay')
      .select(['settled_after as settledAfter', 'event_id as eventId'])
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .skipLocked(),
});

export const movePlace = relays.statement({
  name: 'webhook_relay.move',
  parameters: { workspaceId: 'uuid', settledAfter: 'bigint', eventId: 'uuid' },
  build: (db, { workspaceId, settledAfter, eventId }) =>
    db
      .updateTable('webhook_relay')
      .set({ settled_after: settledAfter, event_id: eventId })
      .where('workspace_id', '=', workspaceId),
});
