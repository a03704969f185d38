import type { Ports } from '../ports.ts';
import { EventFeed } from './event-feed.ts';
import { createEventsRoutes } from './events.routes.ts';

/** The feed of events. */
export function createEvents({ database }: Ports) {
  return { routes: createEventsRoutes(new EventFeed(database)) };
}
