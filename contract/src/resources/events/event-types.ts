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

/** How long events can be read. */
export const eventRetentionDays = 30;
