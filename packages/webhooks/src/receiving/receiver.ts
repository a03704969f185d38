import { type HeaderFields, readHeader, type WebhookHeaderNames, webhookHeaderNames } from '../headers.ts';
import { assertSecrets, importSecrets, type WebhookSecrets } from '../signing/hmac.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { assertTolerance, defaultToleranceSeconds } from '../verification/tolerance.ts';
import { WebhookVerificationError } from '../verification/verification-error.ts';
import { type VerifiedSignature, verify } from '../verification/verify.ts';
import { type IdentifiedEvent, parseWebhookEvent } from './event.ts';
import { createOnce } from './once.ts';
import type { ReceiverOptions } from './options.ts';
import { type ReceiverResponse, received, toRefusalResponse } from './receiver-response.ts';
import { payloadTooLarge, RefusedDelivery } from './refusal.ts';
import { createMemorySeenStore } from './seen-store.ts';

/** The parts of a request that a receiver uses. */
export interface RawDelivery {
  readonly headers: HeaderFields;
  /** Reads the raw bytes of the body, up to a limit. */
  readonly readBody: (limit: number) => Promise<Uint8Array>;
}

/** Receives deliveries, independently of the framework. */
export interface Receiver {
  /** Rejects with errors of `onEvent` and of the store; problems of the request itself become a response. */
  receive(delivery: RawDelivery): Promise<ReceiverResponse>;
  /** The response to a request that is refused before it is read. */
  refuse(headers: HeaderFields, refusal: RefusedDelivery): ReceiverResponse;
}

const defaultMaxBodyBytes = 4 * 1024 * 1024;

/** @throws RangeError or TypeError for wrong options. */
export function createReceiver<Event extends IdentifiedEvent>(options: ReceiverOptions<Event>): Receiver {
  const { onEvent, onRefused, clock = Date, maxBodyBytes = defaultMaxBodyBytes, scheme = 'timestamped' } = options;
  if (typeof onEvent !== 'function') throw new TypeError('onEvent must be a function that handles an event.');
  if (!(maxBodyBytes > 0)) throw new RangeError('maxBodyBytes must be a number above 0.');
  assertTolerance(options.toleranceSeconds ?? defaultToleranceSeconds);
  const names: WebhookHeaderNames = { ...webhookHeaderNames, ...options.headerNames };
  const parse = options.parse ?? (parseWebhookEvent as (json: unknown) => IdentifiedEvent as (json: unknown) => Event);
  const once = createOnce(options.seen === undefined ? createMemorySeenStore() : options.seen);
  const secretsNow = createSecretSource(options.secrets, scheme);

  const refuse: Receiver['refuse'] = (headers, refusal) => {
    const { status, code, message, cause } = refusal;
    onRefused?.({ status, code, message, cause, deliveryId: readHeader(headers, names.delivery) });
    return toRefusalResponse(refusal);
  };

  const open = async ({ headers, readBody }: RawDelivery): Promise<VerifiedSignature & { event: Event }> => {
    const body = await readBody(maxBodyBytes);
    if (body.length > maxBodyBytes) throw payloadTooLarge(maxBodyBytes);
    const { toleranceSeconds } = options;
    const secrets = await secretsNow();
    const now = clock.now() / 1000;
    const verified = await verify({ body, headers, secrets, toleranceSeconds, now, scheme, headerNames: names });
    return { event: parseBody(body, parse), ...verified };
  };

  return {
    refuse,
    async receive(delivery) {
      let opened: Awaited<ReturnType<typeof open>>;
      try {
        opened = await open(delivery);
      } catch (error) {
        if (error instanceof RefusedDelivery) return refuse(delivery.headers, error);
        if (!(error instanceof WebhookVerificationError)) throw error;
        return refuse(delivery.headers, new RefusedDelivery(error.code, error.message));
      }
      const { event, timestamp, id = event.id } = opened;
      // Without an id, all events would count as the same one.
      if (typeof id !== 'string' || id === '') throw new TypeError('parse() must return events with an id.');
      const deliveryId = readHeader(delivery.headers, names.delivery);
      await once(id, async () => onEvent(event, { timestamp, deliveryId }));
      return received;
    },
  };
}

/** Constant secrets are checked at once, imported on first use, and then kept. */
function createSecretSource(
  secrets: ReceiverOptions['secrets'],
  scheme: SignatureScheme,
): () => WebhookSecrets | Promise<WebhookSecrets> {
  if (typeof secrets === 'function') return secrets;
  assertSecrets(secrets, scheme);
  let keys: Promise<WebhookSecrets> | undefined;
  return () => {
    keys ??= importSecrets(secrets, scheme);
    return keys;
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseBody<Event>(body: Uint8Array, parse: (json: unknown) => Event): Event {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(body));
  } catch {
    throw new RefusedDelivery('malformed_event', 'The body is not JSON.');
  }
  try {
    return parse(json);
  } catch (cause) {
    throw new RefusedDelivery('malformed_event', 'The body is not an event that this receiver accepts.', { cause });
  }
}
