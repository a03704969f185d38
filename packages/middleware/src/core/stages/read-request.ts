import { ApiError, headerNames, parseIdempotencyKey } from '@contract-kit/http-spec';
import { textProblem } from '../../body/json/safe-value.ts';
import { readBody } from '../../body/read-body.ts';
import { notFound } from '../../etag/check-preconditions.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Longest path parameter, in characters; no record has a longer name. */
const maxParameterLength = 1024;

/** Reads path and headers. @throws ApiError `not_found`, `bad_request`. */
export function readHead(exchange: Exchange, { policy }: Operation): void {
  const { params, request } = exchange;
  for (const name in params) {
    const value = params[name] as string;
    // No record can have such a name, and a database would refuse the query.
    if (value.length > maxParameterLength || textProblem(value) !== null) throw notFound(policy.resource ?? 'record');
  }
  const field = request.headers[headerNames.idempotencyKey];
  if (policy.idempotency === 'none' || field === undefined) return;
  exchange.idempotencyKey = parseIdempotencyKey(field);
  if (exchange.idempotencyKey === null) {
    throw new ApiError('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
}

/** Reads and parses the body. @throws ApiError `payload_too_large`, `bad_request`, `validation_failed`. */
export function receiveBody(exchange: Exchange, { policy }: Operation): void | Promise<void> {
  if (policy.bodyLimit === null) return;
  return readBody(exchange.request, policy, exchange.caller, exchange.api.body).then((sent) => {
    exchange.sent = sent;
  });
}
