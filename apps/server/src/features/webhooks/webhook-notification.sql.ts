import { type OutboxFollower, sqlStatement } from '../../storage/index.ts';

/** The channel that tells the senders of webhooks of new events, and of deliveries that are due at once. */
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
      // Behind the last event that all those to come follow.
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

/** Tells the senders of webhooks, on commit, that a delivery is due. */
export const notifyWebhooks = sqlStatement({
  name: 'webhooks.notify',
  parameters: {},
  row: { notified: 'boolean' },
  text: `select pg_notify('${webhookChannel}', '') is not null as notified`,
});
