import { channelChangeFollower } from './features/channels/channel.sql.ts';
import { productVersionFollower } from './features/products/product.sql.ts';
import { webhookFollower } from './features/webhooks/webhook-relay.sql.ts';

/** What features do in the statements that append events, and in those that delete expired ones. */
export const outboxFollowers = [channelChangeFollower, productVersionFollower, webhookFollower];
