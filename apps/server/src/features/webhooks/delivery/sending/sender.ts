import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import {
  AddressGuardError,
  type AddressResolver,
  createDnsResolver,
  createGuardedAgent,
} from '@contract-kit/webhooks/address-guard';
import { attemptResponseBytes } from '@product-content/contract';
import { type ErrorReason, ExchangeTimeout, reasonOfError, reasonOfStatus } from './error-reason.ts';
import { toResponseText } from './response-text.ts';

/** What came of one attempt. */
export interface AttemptResult {
  /** The receiver's status; null when there was none. */
  readonly responseStatus: number | null;
  /** Null for success. */
  readonly errorReason: ErrorReason | null;
  /** The `Retry-After` field of the answer. */
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** The start of the response, as text that can be stored; null when there was no response. */
  readonly responseBody: string | null;
}

/** The exact bytes of one attempt. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface SenderOptions {
  /** Admits private addresses and `http:`. */
  readonly allowPrivate: boolean;
  /** For the whole exchange, from looking up the name to the end of the answer. Default 10,000. */
  readonly timeoutMs?: number;
  /** Of an answer's body is read at most this. Default 64 KiB. */
  readonly maxAnswerBytes?: number;
  /**
   * Finds the addresses of names. Default: name servers are asked, because a name that is never answered must not keep
   * others waiting; where private addresses are admitted the system is, which knows the names of this network.
   */
  readonly resolve?: AddressResolver | undefined;
}

export interface Sender {
  /** Never rejects: what goes wrong is the result. */
  post(posting: Posting): Promise<AttemptResult>;
  /** Closes the connections. */
  close(): void;
}

/** How long an unused connection is kept. */
const idleMs = 30_000;
const codesOfClosed = new Set(['ECONNRESET', 'EPIPE']);

/** Posts over connections that are kept alive, to admitted addresses only. Redirects are not followed. */
export function createSender({
  allowPrivate,
  timeoutMs = 10_000,
  maxAnswerBytes = 65_536,
  resolve = allowPrivate ? undefined : createDnsResolver(),
}: SenderOptions): Sender {
  const agent = { maxFreeSockets: 64, timeout: idleMs, scheduling: 'lifo' as const };
  const guard = { allowPrivate, agent, ...(resolve && { resolve }) };
  const agents: Readonly<Record<string, HttpAgent>> = {
    'https:': createGuardedAgent({ ...guard, protocol: 'https:' }),
    ...(allowPrivate && { 'http:': createGuardedAgent({ ...guard, protocol: 'http:' }) }),
  };

  const exchange = (posting: Posting, signal: AbortSignal): Promise<IncomingMessage> => {
    const url = new URL(posting.url);
    const agent = agents[url.protocol];
    if (agent === undefined) throw new AddressGuardError('scheme', 'The URL must begin with https://.');
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const headers = { ...posting.headers, 'Content-Length': posting.body.length };
      const request = send(url, { agent, method: 'POST', headers, signal });
      request.on('error', (error) => {
        // A connection kept alive may be closed by the receiver just then: nothing of this request was handled.
        if (wasClosedWhileIdle(request, error) && !signal.aborted) {
          exchange(posting, signal).then(resolve, reject);
        } else reject(error);
      });
      request.on('response', (response) => {
        // It may break off before anyone reads it.
        response.on('error', reject);
        resolve(response);
      });
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('The receiver changed the protocol.'));
      });
      request.end(posting.body);
    });
  };

  const attempt = async (posting: Posting, signal: AbortSignal) => {
    const response = await exchange(posting, signal);
    const responseBody = toResponseText(await readSome(response, maxAnswerBytes));
    const retryAfter = response.headers['retry-after'] ?? null;
    return { responseStatus: response.statusCode ?? 0, retryAfter, responseBody };
  };

  return {
    async post(posting) {
      const begin = performance.now();
      const timeout = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      // Whatever the exchange makes of being aborted, nobody waits for it any longer.
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new ExchangeTimeout());
          timeout.abort();
        }, timeoutMs);
      });
      const durationMs = () => Math.round(performance.now() - begin);
      try {
        const answer = await Promise.race([attempt(posting, timeout.signal), late]);
        return { ...answer, errorReason: reasonOfStatus(answer.responseStatus), durationMs: durationMs() };
      } catch (error) {
        const errorReason = reasonOfError(error);
        return { responseStatus: null, errorReason, retryAfter: null, durationMs: durationMs(), responseBody: null };
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function wasClosedWhileIdle(request: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return request.reusedSocket && codesOfClosed.has(error.code ?? '');
}

/**
 * Reads a response's body to its end, which frees the connection for the next request, or to the limit.
 *
 * @returns its first {@link attemptResponseBytes}.
 */
async function readSome(response: IncomingMessage, limit: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < attemptResponseBytes) kept.push(chunk.subarray(0, attemptResponseBytes - size));
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > limit) break;
  }
  return Buffer.concat(kept);
}
