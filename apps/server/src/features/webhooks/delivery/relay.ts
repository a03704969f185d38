import type { Clock, IdSource } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import { countMade } from '../delivery-counts.ts';

export interface RelayOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What a run of the relay leaves. */
export interface RelayResult {
  /** Deliveries made. */
  readonly deliveries: number;
  /** Events are there that cannot be ordered yet, because a transaction that began before them still runs. */
  readonly unsettled: boolean;
  /** Settled events are left: a workspace had more than one transaction looks at. */
  readonly more: boolean;
}

/** Events one transaction looks at. */
const batchSize = 500;

const settled = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

const findWork = `
  select r.workspace_id as "workspaceId", next.settled_after < ${settled} as ready
  from webhook_relay r cross join lateral (
    select o.settled_after from outbox o
    where o.workspace_id = r.workspace_id and (o.settled_after, o.id) > (r.settled_after, r.event_id)
    order by o.settled_after, o.id limit 1
  ) next`;

const lockPlace = `
  select settled_after as "settledAfter", event_id as "eventId" from webhook_relay
  where workspace_id = $1 for update skip locked`;

/** Events behind the place, each with the endpoints that are to have it. */
const readBehind = `
  select o.settled_after as "settledAfter", o.id, o.type, array_remove(array_agg(e.id), null) as endpoints
  from (
    select settled_after, id, type from outbox
    where workspace_id = $1 and (settled_after, id) > ($2, $3::uuid) and settled_after < ${settled}
    order by settled_after, id limit ${batchSize}
  ) o
  left join webhook_endpoint e on e.workspace_id = $1 and o.settled_after >= e.after_transaction
    and (e.events && array['*', o.type])
  group by o.settled_after, o.id, o.type order by o.settled_after, o.id`;

const insertDeliveries = `
  with made as (
    insert into webhook_delivery
      (workspace_id, id, endpoint_id, event_id, event, next_attempt_at, created_at, updated_at)
    select $1, d.id, e.id, d."eventId", d.event, $3, $3, $3
    from jsonb_to_recordset($2::jsonb) as d (id uuid, "endpointId" uuid, "eventId" uuid, event text)
    join (select id from webhook_endpoint where workspace_id = $1 for key share) e on e.id = d."endpointId"
    returning workspace_id, endpoint_id, created_at
  )
  ${countMade}`;

const movePlace = 'update webhook_relay set settled_after = $2, event_id = $3 where workspace_id = $1';

interface Behind {
  readonly settledAfter: number;
  readonly id: string;
  readonly type: string;
  readonly endpoints: readonly string[];
}

/**
 * Makes deliveries of events, in the order the events settle in: an event for each endpoint that was registered before
 * it and asks for its type. The place of a workspace moves in the transaction that writes the deliveries, so none is
 * left out or made twice, whoever dies.
 */
export class Relay {
  readonly #options: RelayOptions;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /**
   * Relays what is settled: of every workspace some, so that none waits for another's many. Workspaces another process
   * is at are left to it.
   */
  async run(signal?: AbortSignal): Promise<RelayResult> {
    const { database } = this.#options;
    const { rows } = await database.query<{ workspaceId: string; ready: boolean }>(
      findWork,
      [],
      'webhooks.find-events',
    );
    let deliveries = 0;
    let more = false;
    for (const { workspaceId, ready } of rows) {
      if (!ready || signal?.aborted === true) continue;
      const made = await database.transaction((tx) => this.#relayBatch(tx, workspaceId));
      deliveries += made.deliveries;
      more ||= made.events === batchSize;
    }
    return { deliveries, unsettled: rows.some(({ ready }) => !ready), more };
  }

  async #relayBatch(tx: Transaction, workspaceId: string): Promise<{ events: number; deliveries: number }> {
    const { clock, ids } = this.#options;
    const places = await tx.query<{ settledAfter: number; eventId: string }>(
      lockPlace,
      [workspaceId],
      'webhooks.place',
    );
    const [place] = places.rows;
    if (place === undefined) return { events: 0, deliveries: 0 };
    const start = [workspaceId, place.settledAfter, place.eventId];
    const { rows } = await tx.query<Behind>(readBehind, start, 'webhooks.events');
    const last = rows.at(-1);
    if (last === undefined) return { events: 0, deliveries: 0 };
    const deliveries = rows.flatMap(({ id, type, endpoints }) =>
      endpoints.map((endpointId) => ({ id: ids.next(), endpointId, eventId: id, event: type })),
    );
    if (deliveries.length > 0) {
      await tx.query(insertDeliveries, [workspaceId, JSON.stringify(deliveries), clock.now()], 'webhooks.deliveries');
    }
    await tx.query(movePlace, [workspaceId, last.settledAfter, last.id], 'webhooks.move-place');
    return { events: rows.length, deliveries: deliveries.length };
  }
}
