import { parseRetryAfterSeconds, signDelivery } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import type { Clock } from '../../../kernel/index.ts';
import { type OutboundClient, OutboundError, type OutboundResponse } from '../../../outbound/index.ts';
import { BatchFailure } from './platform.ts';

/** One signed request. */
export interface JsonPosting {
  readonly url: string;
  /** `X-CL-Event`. */
  readonly event: string;
  /** `X-CL-Delivery`, the same for all attempts. */
  readonly deliveryId: string;
  readonly body: string;
  /** Null: the request is not signed. */
  readonly secret: string | null;
  readonly signal: AbortSignal;
}

export interface JsonResponse {
  readonly status: number;
  /** Empty if it is compressed, or longer than 1 MiB. */
  readonly body: string;
  readonly retryAfterSeconds: number | null;
}

/** Posts JSON. @throws BatchFailure when there is no response; the reason of the signal. */
export type PostJson = (posting: JsonPosting) => Promise<JsonResponse>;

const maxResponseBytes = 1024 * 1024;

export function createPostJson({ client, clock }: { client: OutboundClient; clock: Clock }): PostJson {
  return async (posting) => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const headers = await headersOf(posting, timestamp);
    const { url, signal } = posting;
    const body = Buffer.from(posting.body);
    try {
      return await client.send({ method: 'POST', url, headers, body, signal }, async (response) => ({
        status: response.status,
        body: await readText(response),
        retryAfterSeconds: parseRetryAfterSeconds(response.headers['retry-after'], timestamp),
      }));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new BatchFailure(error.message, { retryable: error.code !== 'address', cause: error });
    }
  };
}

async function headersOf({ body, event, deliveryId, secret }: JsonPosting, timestamp: number) {
  if (secret !== null) {
    return signDelivery({ body, secrets: secret, timestamp, event, deliveryId, headerNames: webhookHeaders });
  }
  return { 'Content-Type': 'application/json', [webhookHeaders.event]: event, [webhookHeaders.delivery]: deliveryId };
}

/** An unreadable body has no results for single items; the status still counts. */
async function readText(response: OutboundResponse): Promise<string> {
  try {
    return (await response.bytes(maxResponseBytes)).toString('utf8');
  } catch (error) {
    if (error instanceof OutboundError && (error.code === 'too_large' || error.code === 'encoding')) return '';
    throw error;
  }
}
