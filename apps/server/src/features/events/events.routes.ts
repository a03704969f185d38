import { type Handlers, preRendered } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { EventFeed } from './event-feed.ts';

/** Handlers of the events part of the contract. */
export function createEventsRoutes(feed: EventFeed): Handlers<(typeof contract)['events'], RouteContext> {
  return {
    list: async ({ query, context: { ctx, caller } }) => {
      return { status: 200, body: preRendered(await feed.list(ctx, query, caller.scopes)) };
    },
  };
}
