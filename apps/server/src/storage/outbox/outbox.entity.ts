import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SavedTrace } from '../../kernel/index.ts';

/** The default of the column, in the form PostgreSQL shows it. */
const settledAfter =
  'GREATEST(((pg_current_xact_id())::text)::bigint, (((pg_snapshot_xmax(pg_current_snapshot()))::text)::bigint - 1))';

/** An event, written in the transaction of its change. */
export const OutboxEntity = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text(),
    subjectId: p.uuid(),
    /** The version of the product the event is about. */
    subjectVersion: p.integer().strictNullable(),
    changedFields: p.array().columnType('text[]').strictNullable(),
    previousStatus: p.text().strictNullable(),
    /** The data of an event without a product version. */
    payload: p.json<unknown>().strictNullable(),
    /** The trace of its change. */
    trace: p.json<SavedTrace>().strictNullable(),
    createdAt: p.datetime(3),
    /** Set by the database. Readers see the event once every transaction up to this id has ended. */
    settledAfter: p.bigint('number').defaultRaw(settledAfter),
  },
});

export type OutboxRow = InferEntity<typeof OutboxEntity>;
