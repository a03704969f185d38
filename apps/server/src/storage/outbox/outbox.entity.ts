import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** An event, written in the transaction of its change. */
export const OutboxEntity = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text(),
    subjectId: p.uuid(),
    /** The product version the event's product is read from. */
    subjectVersion: p.integer().strictNullable(),
    changedFields: p.array().columnType('text[]').strictNullable(),
    previousStatus: p.text().strictNullable(),
    /** The data of an event without a version. */
    payload: p.json<unknown>().strictNullable(),
    createdAt: p.datetime(3),
  },
});

export type OutboxRow = InferEntity<typeof OutboxEntity>;
