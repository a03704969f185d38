import { operation } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { EventListQuerySchema, EventPageSchema } from './event.schema.ts';
import { eventRetentionDays } from './event-types.ts';

/** Endpoints of events (document section "Events"). */
export const eventsContract = c.router({
  list: operation({
    id: 'events.list',
    method: 'GET',
    path: '/events',
    summary: 'Read what happened, oldest first',
    description: [
      `Every change of products, categories, attributes and assets of the last ${eventRetentionDays} days, deletions included, and background work that failed.`,
      'Follow it by sending `pagination.next` as `after`: each event comes exactly once, and the events of a product in the order of its versions.',
      'An event can be read once no transaction that began to write before it is still open.',
      `An \`after\` that is no longer kept answers 422, so that nothing is left out unnoticed: read everything again and start at \`after=latest\`.`,
      'Needs both scopes, because events show products and the catalog.',
    ].join(' '),
    scopes: ['products:read', 'catalog:read'],
    query: EventListQuerySchema,
    responses: { 200: EventPageSchema },
  }),
});
