import { performance } from 'node:perf_hooks';
import { attemptResponseBytes, type DeliveryErrorReason } from '@product-content/contract';
import { type OutboundClient, OutboundError } from '../../../outbound/index.ts';

/** The outcome of one attempt. */
export interface AttemptResult {
  /** The receiver's status; null when there was no response. */
  readonly responseStatus: number | null;
  /** Null for success. */
  readonly errorReason: DeliveryErrorReason | null;
  /** The `Retry-After` field of the response. */
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The beginning of the response body, as text that can be stored; null when there was no response. */
  readonly responseBody: string | null;
}

/** The exact bytes of one attempt. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Posts to a receiver. Never rejects because of the receiver: its failures are results. */
export type Sender = (posting: Posting) => Promise<AttemptResult>;

/** Bytes of a response body that are read, so that its connection can be reused. */
const maxResponseBytes = 64 * 1024;

/** Posts once: a redirect counts as a failure. */
export function createSender(client: OutboundClient): Sender {
  return async (posting) => {
    const begin = performance.now();
    const durationMs = () => Math.round(performance.now() - begin);
    try {
      return await client.send({ method: 'POST', ...posting }, async (response) => {
        const responseBody = toResponseText(await response.drain(maxResponseBytes, attemptResponseBytes));
        const { status, headers } = response;
        const retryAfter = headers['retry-after'] ?? null;
        const errorReason = reasonOfStatus(status);
        return { responseStatus: status, errorReason, retryAfter, durationMs: durationMs(), responseBody };
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const errorReason = reasonOfError(error);
      return { responseStatus: null, errorReason, retryAfter: null, durationMs: durationMs(), responseBody: null };
    }
  };
}

/** The meaning of a status; null for success. A status outside HTTP's classes is the receiver's failure. */
function reasonOfStatus(status: number): DeliveryErrorReason | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 400 && status < 500 ? 'http_4xx' : 'http_5xx';
}

/** `connection_refused` covers connections that could not be made, broke, or did not carry HTTP. */
function reasonOfError({ code }: OutboundError): DeliveryErrorReason {
  if (code === 'address') return 'blocked_address';
  return code === 'timeout' || code === 'dns' || code === 'tls' ? code : 'connection_refused';
}

/**
 * The beginning of a response body as text that PostgreSQL can store: bytes that are not UTF-8 and NUL characters
 * become U+FFFD, and a character cut off at the end is dropped.
 */
export function toResponseText(bytes: Uint8Array): string {
  // `stream` holds the incomplete character back for a next chunk, which never comes.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{FFFD}');
}
