import { channelChangeFollower } from './features/channels/channel.sql.ts';
import { productVersionFollower } from './features/products/product.sql.ts';
import { webhookFollower } from './features/webhooks/webhook-relay.sql.ts';

/** What features do with events in the statements that append them, and delete them after their time. */
export const outboxFollowers = [channelChangeFollower, productVersionFollower, webhookFollower];
