import { allEvents, optInEventTypes } from '@product-content/contract';
import {
  isSettled,
  nextEventBehind,
  type OutboxFollower,
  settledEventsBehind,
  sqlStatement,
} from '../../storage/index.ts';

/** The channel that notifies webhook senders of new events, and of deliveries that are due immediately. */
export const webhookChannel = 'webhooks';

export const webhookFollower: OutboxFollower = {
  notify: {
    channel: webhookChannel,
    when: (workspaces) => `exists (select from webhook_endpoint where workspace_id ${workspaces})`,
  },
  restore: {
    ahead: `
      select r.workspace_id from webhook_relay r, next where r.settled_after >= next.transaction
      union select e.workspace_id from webhook_endpoint e, next where e.after_transaction >= next.transaction`,
    changes: [
      'update webhook_endpoint set after_transaction = 0 where workspace_id in (select id from ahead)',
      // After the last event before all future ones.
      `update webhook_relay r set settled_after = 0, event_id = coalesce((
        select f.id from feed f
        where f.workspace_id = r.workspace_id and f.id < coalesce((
          select n.id from feed n
          where n.workspace_id = r.workspace_id and (n.settled_after, n.id) > (r.settled_after, r.event_id)
          order by n.id limit 1
        ), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        order by f.id desc limit 1
      ), '00000000-0000-0000-0000-000000000000')
      where r.workspace_id in (select id from ahead)`,
    ],
  },
};

/** Notifies webhook senders, on commit, that a delivery is due. */
export const notifyWebhooks = sqlStatement({
  name: 'webhooks.notify',
  parameters: {},
  row: { notified: 'boolean' },
  text: `select pg_notify('${webhookChannel}', '') is not null as notified`,
});

/** Events that one transaction processes. */
export const relayedEvents = 500;

/** Relaying a workspace's events begins with its first endpoint. */
export const startRelay = sqlStatement({
  name: 'webhook_relay.start',
  parameters: { workspaceId: 'uuid' },
  row: {},
  text: `
    insert into webhook_relay (workspace_id, settled_after, event_id)
    values ($workspaceId, pg_current_xact_id()::text::bigint - 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    on conflict (workspace_id) do nothing`,
});

/** Workspaces with events after their position, and whether the next one is settled. */
export const eventsBehind = `
  select r.workspace_id as "workspaceId", ${isSettled('next.settled_after')} as ready
  from webhook_relay r cross join lateral ${nextEventBehind({
    workspaceId: 'r.workspace_id',
    settledAfter: 'r.settled_after',
    id: 'r.event_id',
  })} next`;

export const findEvents = sqlStatement({
  name: 'webhooks.find-events',
  parameters: {},
  row: { workspaceId: 'uuid', ready: 'boolean' },
  text: eventsBehind,
});

/** The age of the first event that no position has reached, in seconds; null without one. */
export const oldestUnrelayed = sqlStatement({
  name: 'webhooks.oldest-unrelayed',
  parameters: {},
  row: { seconds: 'double precision?' },
  text: `
    select extract(epoch from now() - min(next.created_at))::double precision as seconds
    from webhook_relay r cross join lateral ${nextEventBehind(
      { workspaceId: 'r.workspace_id', settledAfter: 'r.settled_after', id: 'r.event_id' },
      'created_at',
    )} next`,
});

const optIn = optInEventTypes.map((type) => `'${type}'`).join();

/** Events after the position, each with the endpoints that receive it. */
export const selectBehind = sqlStatement({
  name: 'webhooks.events',
  parameters: { workspaceId: 'uuid', settledAfter: 'bigint', eventId: 'uuid' },
  row: { settledAfter: 'bigint', id: 'uuid', type: 'text', endpoints: 'uuid[]' },
  text: `
    select o.settled_after as "settledAfter", o.id, o.type, array_remove(array_agg(e.id), null) as endpoints
    from ${settledEventsBehind(
      { workspaceId: '$workspaceId', settledAfter: '$settledAfter', id: '$eventId::uuid' },
      relayedEvents,
    )} o
    left join webhook_endpoint e on e.workspace_id = $workspaceId and o.settled_after >= e.after_transaction
      and (o.type = any(e.events) or ('${allEvents}' = any(e.events) and o.type not in (${optIn})))
    group by o.settled_after, o.id, o.type order by o.settled_after, o.id`,
});
