/** Names of events: changes to records, and outcomes of background jobs. */
export const eventTypes = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.status_changed',
  'product.became_complete',
  'product.became_incomplete',
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

/** Events that must be requested by name: they repeat what another event of the same change shows. */
export const optInEventTypes = ['product.became_complete', 'product.became_incomplete'] as const satisfies EventType[];

export function isOptIn(type: string): boolean {
  return optInEventTypes.some((optIn) => optIn === type);
}

/** Their names, for descriptions. */
export const optInNames = optInEventTypes.map((type) => `\`${type}\``).join(' and ');

/** The meaning of each event, without a full stop. */
export const eventSummaries: Readonly<Record<EventType, string>> = {
  'product.created': 'A product was created',
  'product.updated': 'A product was changed in any way',
  'product.deleted': 'A product was deleted',
  'product.status_changed': 'A product has another status',
  'product.became_complete': 'The completeness of a product reached 100',
  'product.became_incomplete': 'The completeness of a product fell below 100',
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

/** Days for which events can be read. */
export const eventRetentionDays = 30;
