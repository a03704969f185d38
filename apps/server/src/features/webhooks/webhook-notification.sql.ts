import { type OutboxFollower, sqlStatement } from '../../storage/index.ts';

/** The channel that tells the senders of webhooks of new events, and of deliveries that are due at once. */
export const webhookChannel = 'webhooks';

export const webhookFollower: OutboxFollower = {
  notify: {
    channel: webhookChannel,
    when: (workspaces) => `exists (select from webhook_endpoint where workspace_id ${workspaces})`,
  },
};

/** Tells the senders of webhooks, on commit, that a delivery is due. */
export const notifyWebhooks = sqlStatement({
  name: 'webhooks.notify',
  parameters: {},
  row: { notified: 'boolean' },
  text: `select pg_notify('${webhookChannel}', '') is not null as notified`,
});
