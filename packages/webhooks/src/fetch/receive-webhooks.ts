import type { IdentifiedEvent, WebhookEvent } from '../receiving/event.ts';
import type { ReceiverOptions } from '../receiving/options.ts';
import { createReceiver } from '../receiving/receiver.ts';
import { methodNotAllowed } from '../receiving/refusal.ts';
import { readBody } from './read-body.ts';

/** A Fetch API handler, as Deno, Bun, workers and most frameworks accept it. */
export type FetchWebhookHandler = (request: Request) => Promise<Response>;

/**
 * Receives webhooks: reads the raw bytes, verifies them, drops repetitions, calls `onEvent`, and returns 204, or 4xx
 * for a request that is not a valid delivery. The handler rejects with errors of `onEvent`: the runtime returns 500,
 * and the sender retries.
 *
 * @example
 * Deno.serve(receiveWebhooks({ secrets: Deno.env.get('WEBHOOK_SECRET') ?? '', onEvent }));
 * @throws TypeError or RangeError for wrong options, such as an empty secret.
 */
export function receiveWebhooks<Event extends IdentifiedEvent = WebhookEvent>(
  options: ReceiverOptions<Event>,
): FetchWebhookHandler {
  const receiver = createReceiver(options);
  return async function handleWebhook(request) {
    const { headers } = request;
    const {
      status,
      body,
      headers: responseHeaders,
    } = request.method === 'POST'
      ? await receiver.receive({ headers, readBody: (limit) => readBody(request, limit) })
      : receiver.refuse(headers, methodNotAllowed());
    return new Response(body, { status, headers: { ...responseHeaders } });
  };
}
