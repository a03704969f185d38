/** Names of events: what changes of records cause, and what becomes of background work. */
export const eventTypes = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.status_changed',
  'category.created',
  'category.updated',
  'category.deleted',
  'attribute.created',
  'attribute.updated',
  'attribute.deleted',
  'import.completed',
  'export.completed',
  'channel.publish.completed',
  'asset.created',
  'asset.deleted',
  'job.failed',
] as const;

export type EventType = (typeof eventTypes)[number];

/** What each event says, without a full stop. */
export const eventSummaries: Readonly<Record<EventType, string>> = {
  'product.created': 'A product was created',
  'product.updated': 'A product was changed in any way',
  'product.deleted': 'A product was deleted',
  'product.status_changed': 'A product has another status',
  'category.created': 'A category was created',
  'category.updated': 'A category was changed',
  'category.deleted': 'A category was deleted',
  'attribute.created': 'An attribute was defined',
  'attribute.updated': 'The definition of an attribute was changed',
  'attribute.deleted': 'An attribute was deleted',
  'import.completed': 'An import was done',
  'export.completed': 'An export was done',
  'channel.publish.completed': 'A publication to a channel was done',
  'job.failed': 'Background work failed, or a webhook endpoint was switched off',
  'asset.created': 'An asset was created',
  'asset.deleted': 'An asset was deleted',
};

/** How long events can be read. */
export const eventRetentionDays = 30;
