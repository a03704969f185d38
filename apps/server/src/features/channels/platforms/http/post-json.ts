import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseRetryAfter, signDelivery } from '@contract-kit/webhooks';
import { AddressGuardError, createGuardedAgent } from '@contract-kit/webhooks/address-guard';
import type { Clock } from '../../../../kernel/index.ts';
import { BatchFailure } from '../platform.ts';

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

export interface JsonAnswer {
  readonly status: number;
  /** Empty when it is longer than is read. */
  readonly body: string;
  /** Seconds. */
  readonly retryAfter: number | null;
}

/** Posts JSON to an admitted address. @throws BatchFailure when there is no answer. */
export type PostJson = (posting: JsonPosting) => Promise<JsonAnswer>;

export interface PostJsonOptions {
  readonly clock: Clock;
  /** Admits private addresses and `http:`. */
  readonly allowPrivate: boolean;
  /** For the whole exchange. Default 30,000. */
  readonly timeoutMs?: number;
  /** Of an answer is read at most this. Default 1 MiB. */
  readonly maxAnswerBytes?: number;
}

/** Redirects are not followed; each connection goes to an address that was checked. */
export function createPostJson(options: PostJsonOptions): PostJson {
  const { clock, allowPrivate, timeoutMs = 30_000, maxAnswerBytes = 1024 * 1024 } = options;
  const agents: Readonly<Record<string, HttpAgent>> = {
    'https:': createGuardedAgent({ allowPrivate, protocol: 'https:', agent: { keepAlive: false } }),
    ...(allowPrivate && {
      'http:': createGuardedAgent({ allowPrivate, protocol: 'http:', agent: { keepAlive: false } }),
    }),
  };
  return async (posting) => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const headers = await headersOf(posting, timestamp);
    const signal = AbortSignal.any([posting.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await exchange(posting, headers, agents, signal);
      const body = await readText(response, maxAnswerBytes);
      const retryAfter = parseRetryAfter(response.headers['retry-after'], timestamp);
      return { status: response.statusCode ?? 0, body, retryAfter };
    } catch (error) {
      if (posting.signal.aborted) throw posting.signal.reason;
      throw new BatchFailure(reasonOf(error, signal), { retryable: !(error instanceof AddressGuardError) });
    }
  };
}

async function headersOf({ body, event, deliveryId, secret }: JsonPosting, timestamp: number) {
  if (secret !== null) return signDelivery({ body, secrets: secret, timestamp, event, deliveryId });
  return { 'Content-Type': 'application/json', 'X-CL-Event': event, 'X-CL-Delivery': deliveryId };
}

function exchange(
  { url: text, body }: JsonPosting,
  headers: Readonly<Record<string, string>>,
  agents: Readonly<Record<string, HttpAgent>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(text);
  const agent = agents[url.protocol];
  if (agent === undefined) throw new AddressGuardError('scheme', 'The URL must begin with https://.');
  const bytes = Buffer.from(body);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { ...headers, 'Content-Length': bytes.length }, signal };
    const request = send(url, options, (response) => {
      // It may break off before anyone reads it.
      response.on('error', reject);
      resolve(response);
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

async function readText(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > limit) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** In words that show nothing of where the name led. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof AddressGuardError) return error.message;
  if (signal.aborted) return 'The receiver did not answer in time.';
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `The receiver could not be reached${code}.`;
}
