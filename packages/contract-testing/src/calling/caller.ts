import { setTimeout as delay } from 'node:timers/promises';
import { headerNames } from '@contract-kit/http-spec';
import type { Key } from './draft.ts';
import { Answer, type Exchange } from './exchange.ts';
import { type OutgoingRequest, placeholder } from './to-request.ts';
import { toSent } from './to-sent.ts';

/** Longest wait for a server that says it is asked too often, in seconds. */
const longestWait = 120;

/** Waits for one request at most. */
const attempts = 4;

/** A request that got no answer: the server is gone, or breaks connections off. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** The server has answered another request before. */
  readonly isServerKnown: boolean;

  constructor(message: string, options: { readonly isServerKnown: boolean; readonly cause: unknown }) {
    super(message, { cause: options.cause });
    this.isServerKnown = options.isServerKnown;
  }
}

/** Sends requests to one base address. It waits where the server says it must, so that limits do not end a run. */
export class Caller {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  #requests = 0;
  #isKnown = false;

  constructor(baseUrl: string, fetchFunction: typeof fetch) {
    this.#baseUrl = baseUrl.replace(/\/$/, '');
    this.#fetch = fetchFunction;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** @param keys the keys whose placeholders stand in the headers. */
  async send(request: OutgoingRequest, keys: readonly Key[]): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#sendOnce(request, keys);
      const seconds = Number(exchange.answer.headers.get(headerNames.retryAfter) ?? Number.NaN);
      if (exchange.answer.status !== 429 || attempt === attempts || !(seconds <= longestWait)) return exchange;
      await delay(seconds * 1000);
    }
  }

  async #sendOnce(request: OutgoingRequest, keys: readonly Key[]): Promise<Exchange> {
    const url = `${this.#baseUrl}${request.url}`;
    const secret = (value: string) =>
      keys.reduce((text, key) => text.replace(placeholder(key), () => key.value), value);
    this.#requests += 1;
    try {
      const response = await this.#fetch(url, {
        method: request.method,
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, secret(value)])),
        body: request.body,
        redirect: 'manual',
      });
      this.#isKnown = true;
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        request: await toSent({ ...request, url }),
        answer: new Answer(response.status, response.headers, bytes),
      };
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      const isServerKnown = this.#isKnown;
      throw new NoAnswerError(`${request.method} ${url} got no answer: ${reason}`, { isServerKnown, cause: error });
    }
  }
}
