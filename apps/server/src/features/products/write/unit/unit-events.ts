import type { IdSource } from '../../../../kernel/index.ts';
import type { OutboxEvent } from '../../../../storage/index.ts';
import type { UnitEntry } from './unit-entry.ts';

/**
 * The events of a product's pending versions. They refer to the version instead of
 * carrying the product, so that a large change does not write every document twice.
 */
export function eventsOf(entry: UnitEntry, ids: IdSource): OutboxEvent[] {
  return entry.versions.flatMap(({ event, document, changedFields, previousStatus }): OutboxEvent[] => {
    const about = { subjectId: entry.id, subjectVersion: document.version };
    if (event === 'created') return [{ ...about, id: ids.next(), type: 'product.created' }];
    const updated = { ...about, id: ids.next(), type: 'product.updated', changedFields };
    if (previousStatus === null) return [updated];
    return [updated, { ...about, id: ids.next(), type: 'product.status_changed', changedFields, previousStatus }];
  });
}
