import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { RequestSource } from '@product-content/contract';

/** A request of an API key. */
export const RequestLogEntity = defineEntity({
  name: 'RequestLogEntry',
  tableName: 'request_log',
  properties: {
    workspaceId: p.uuid().primary(),
    /** The time of arrival. */
    createdAt: p.datetime(3).primary(),
    id: p.uuid().primary(),
    requestId: p.text(),
    apiKeyId: p.uuid(),
    source: p.text().$type<RequestSource>(),
    method: p.text(),
    /** Without the query. */
    path: p.text(),
    /** Names. */
    queryParameters: p.array().columnType('text[]'),
    operationId: p.text().strictNullable(),
    /** Null when the client disconnected before there was a response. */
    status: p.smallint().strictNullable(),
    errorCode: p.text().strictNullable(),
    errorFields: p.array().columnType('text[]'),
    isReplay: p.boolean(),
    durationMs: p.double().$type<number>(),
    /** Null for a stream, and for an operation called inside another request. */
    responseBytes: p.bigint('number').strictNullable(),
  },
});

export type RequestLogRow = InferEntity<typeof RequestLogEntity>;
