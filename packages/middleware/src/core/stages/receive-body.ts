import { readBody } from '../../body/read-body.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Reads and parses the body. @throws ApiError `payload_too_large`, `bad_request`, `validation_failed`. */
export async function receiveBody(exchange: Exchange, { policy }: Operation): Promise<void> {
  if (policy.bodyLimit === null) return;
  exchange.sent = await readBody(exchange.request, policy, exchange.caller, exchange.api.body);
}
