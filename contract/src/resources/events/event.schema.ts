import { queryInteger, queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { idOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { eventPayloads } from './event-payloads.schema.ts';
import { type EventType, eventSummaries, eventTypes, optInNames } from './event-types.ts';

/** The envelope of an event of one kind. */
const envelopeOf = <Type extends EventType>(type: Type, id: string, note?: string) =>
  z
    .object({
      id: idOf('event').describe('Unique for each event.'),
      type: z.literal(type),
      createdAt: TimestampSchema,
      workspaceId: idOf('workspace'),
      data: eventPayloads[type],
    })
    .meta({ id, description: note ?? `${eventSummaries[type]}.` });

const onlyByName = 'Sent only to those who ask for it by name.';

const deletion = {
  id: 'evt_01k9f2v6m8e5fa1s3tqzc7d4xm',
  type: 'product.deleted',
  createdAt: '2026-01-31T09:30:00.000Z',
  workspaceId: 'wsp_01k9f2v6m8e5fa1s3tqzc7d4xg',
  data: { id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xb', sku: 'MUG-BLUE' },
};

/** An event of any kind; `type` distinguishes them. */
export const EventSchema = z
  .discriminatedUnion('type', [
    envelopeOf('product.created', 'ProductCreatedEvent'),
    envelopeOf('product.updated', 'ProductUpdatedEvent', 'Comes with any change of a product.'),
    envelopeOf('product.deleted', 'ProductDeletedEvent'),
    envelopeOf('product.status_changed', 'ProductStatusChangedEvent', 'Comes after `product.updated`.'),
    envelopeOf(
      'product.became_complete',
      'ProductBecameCompleteEvent',
      `Comes after the \`product.created\` or \`product.updated\` of the same version. ${onlyByName}`,
    ),
    envelopeOf(
      'product.became_incomplete',
      'ProductBecameIncompleteEvent',
      `Comes after the \`product.updated\` of the same version. ${onlyByName}`,
    ),
    envelopeOf('category.created', 'CategoryCreatedEvent'),
    envelopeOf('category.updated', 'CategoryUpdatedEvent'),
    envelopeOf('category.deleted', 'CategoryDeletedEvent'),
    envelopeOf('attribute.created', 'AttributeCreatedEvent'),
    envelopeOf('attribute.updated', 'AttributeUpdatedEvent'),
    envelopeOf('attribute.deleted', 'AttributeDeletedEvent'),
    envelopeOf('import.completed', 'ImportCompletedEvent', 'Rows may have failed: see the job.'),
    envelopeOf('export.completed', 'ExportCompletedEvent', '`data.result.fileKey` is the file.'),
    envelopeOf('channel.publish.completed', 'ChannelPublishCompletedEvent'),
    envelopeOf('asset.created', 'AssetCreatedEvent'),
    envelopeOf('asset.deleted', 'AssetDeletedEvent', 'The asset as it was, unlinked from all products.'),
    envelopeOf('job.failed', 'JobFailedEvent', 'Background work failed as a whole; `data.type` says which.'),
  ])
  .meta({ id: 'Event', description: 'Something that happened, distinguished by `type`.', examples: [deletion] });

/** Events in the order they happened, and the position after them. */
export const EventPageSchema = z
  .object({
    data: z.array(EventSchema),
    pagination: z
      .object({
        hasMore: z.boolean().describe('True: ask again at once. False: this is all for now.'),
        next: idOf('event')
          .nullable()
          .describe('The place behind this page, to send as `after`. Null before any event.'),
      })
      .meta({ id: 'EventPagination', description: 'Where the page ends.' }),
  })
  .meta({
    id: 'EventPage',
    description: 'Events in the order they happened, and where the page ends.',
    examples: [{ data: [deletion], pagination: { hasMore: false, next: deletion.id } }],
  });

/** The value of `after` that reads nothing and returns the end of the feed. */
export const latestEvent = 'latest';

export const EventListQuerySchema = z.strictObject({
  after: z
    .union([z.literal(latestEvent), idOf('event')], { error: `Must be an event id or "${latestEvent}".` })
    .optional()
    .describe(
      `\`pagination.next\` of the page before. Without it the feed starts at the oldest event; \`${latestEvent}\` reads no event and returns in \`next\` where the feed ends now.`,
    ),
  types: queryList({ member: z.enum(eventTypes) })
    .optional()
    .describe(
      `Types; without it all but ${optInNames}. \`next\` may be an event of another type, and a page may be short while \`hasMore\` is true.`,
    ),
  limit: queryInteger({ min: 1, max: limits.page.max })
    .optional()
    .default(limits.page.default)
    .describe(`Most events on a page, 1 to ${limits.page.max}.`),
});

export type Event = z.output<typeof EventSchema>;
export type EventPage = z.output<typeof EventPageSchema>;
export type EventListQuery = z.output<typeof EventListQuerySchema>;
