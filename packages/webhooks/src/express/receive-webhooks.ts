import type { ServerResponse } from 'node:http';
import type { IdentifiedEvent, WebhookEvent } from '../receiving/event.ts';
import type { ReceiverOptions } from '../receiving/options.ts';
import { createReceiver } from '../receiving/receiver.ts';
import type { ReceiverResponse } from '../receiving/receiver-response.ts';
import { methodNotAllowed } from '../receiving/refusal.ts';
import { type ParsedRequest, readRawBody } from './raw-body.ts';

/** A handler for Express 4 and 5, and for any framework that calls `(request, response, next)`. */
export type WebhookHandler = (
  request: ParsedRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Receives webhooks: reads the raw bytes, verifies them, drops repetitions, calls `onEvent`, and returns 204, or 4xx
 * for a request that is not a valid delivery. Errors of `onEvent` are passed to `next`: Express returns 500, and the
 * sender retries.
 *
 * Register it before a global `express.json()`, or pass `{ verify: keepRawBody }` to that parser.
 *
 * @example
 * app.post('/webhooks', receiveWebhooks({
 *   secrets: settings.webhookSecret,
 *   onEvent: (event) => queue.add(event),
 * }));
 * @throws TypeError or RangeError for wrong options, such as an empty secret.
 */
export function receiveWebhooks<Event extends IdentifiedEvent = WebhookEvent>(
  options: ReceiverOptions<Event>,
): WebhookHandler {
  const receiver = createReceiver(options);

  const receive = (request: ParsedRequest): Promise<ReceiverResponse> | ReceiverResponse => {
    const { headers } = request;
    if (request.method !== 'POST') return receiver.refuse(headers, methodNotAllowed());
    return receiver.receive({ headers, readBody: (limit) => readRawBody(request, limit) });
  };

  return async function handleWebhook(request, response, next) {
    let found: ReceiverResponse;
    try {
      found = await receive(request);
    } catch (error) {
      return next(error);
    }
    // An unread body must not keep the connection open. HTTP/2 does not have this header.
    const closes = !request.complete && request.httpVersionMajor === 1;
    response.writeHead(found.status, { ...found.headers, ...(closes && { Connection: 'close' }) });
    response.end(found.body ?? undefined);
  };
}
