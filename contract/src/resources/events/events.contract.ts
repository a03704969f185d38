import { operation } from '../../vocabulary.ts';
import { EventListQuerySchema, EventPageSchema } from './event.schema.ts';
import { eventScopes } from './event-access.ts';
import { eventRetentionDays, optInNames } from './event-types.ts';

/** Endpoints of events. */
export const eventsContract = {
  list: operation({
    id: 'events.list',
    method: 'GET',
    path: '/events',
    summary: 'Read what happened, oldest first',
    tools: {
      none: 'Programs follow events; `search_products` with `updated_since` and `list_product_versions` show what changed.',
    },
    description: [
      `Every change of products, categories, attributes and assets of the last ${eventRetentionDays} days, deletions included, and the outcomes of background jobs.`,
      'Follow it by sending `pagination.next` as `after`: each event comes exactly once, and the events of a product in the order of its versions.',
      'An event becomes readable when every transaction that started writing before it has ended.',
      `An \`after\` that is no longer kept returns 422, so that you notice the gap: read everything again and start at \`after=latest\`.`,
      `${optInNames} are left out unless \`types\` names them.`,
      'A key sees the events of records it may read, and needs at least one such scope. Asking for `types` it may not read returns 403.',
    ].join(' '),
    anyScopes: eventScopes,
    query: EventListQuerySchema,
    responses: { 200: EventPageSchema },
  }),
};
