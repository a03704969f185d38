import { type AddressResolver, createGuardedAgent } from '@contract-kit/webhooks/address-guard';
import { noTracing, type Tracing } from '../kernel/index.ts';
import { Exchange, type ExchangeOptions, type OutboundRequest } from './exchange.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundResponse } from './outbound-response.ts';

export interface OutboundClientOptions extends Pick<ExchangeOptions, 'allowPrivate' | 'timeoutMs'> {
  /** Resolves names to addresses, see `createOutboundResolver`. */
  readonly resolve: AddressResolver;
  /** Milliseconds to resolve the name, connect, and finish the TLS handshake. Default 10,000. */
  readonly connectMs?: number;
  /** Redirects to follow for a GET request. Default 0: a redirect is a response like any other. */
  readonly maxRedirects?: number;
  /** Keeps connections for later requests to the same host. Default false. */
  readonly keepAlive?: boolean;
  /** Allows single addresses that are not public, still only over HTTPS. Default: none. */
  readonly admit?: (address: string) => boolean;
  /** Adds requests to the current trace. Default: requests belong to no trace. */
  readonly tracing?: Tracing;
}

/**
 * Sends requests to addresses provided by someone else: only HTTPS to public addresses, in bounded time, with bounded
 * header fields, bodies and redirects. Nothing is decoded, and the address guard cannot be bypassed.
 */
export interface OutboundClient {
  /** Maximum duration of an exchange, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Sends a request and reads its response.
   *
   * @param read receives the response once its header fields have arrived. The connection is closed when `read` has
   *   ended, unless the body was read to its end and connections are kept.
   * @throws OutboundError, the reason of the request's signal, or what `read` throws; never later than `timeoutMs`.
   * @example
   * const image = await client.send({ method: 'GET', url }, (response) => response.bytes(1_000_000));
   */
  send<T>(request: OutboundRequest, read: (response: OutboundResponse) => Promise<T>): Promise<T>;
  /** Aborts every exchange and closes every connection. */
  close(): void;
}

/** Milliseconds for which an unused connection is kept, and how many are kept per host. */
const idle = { timeout: 30_000, maxFreeSockets: 64, scheduling: 'lifo' } as const;

export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const { allowPrivate, resolve, timeoutMs, connectMs = 10_000, maxRedirects = 0, keepAlive = false } = options;
  const { admit, tracing = noTracing } = options;
  const guard = { allowPrivate, resolve, ...(admit && { admit }), agent: { keepAlive, ...(keepAlive && idle) } };
  const agents = {
    'https:': createGuardedAgent({ ...guard, protocol: 'https:' }),
    'http:': createGuardedAgent({ ...guard, protocol: 'http:' }),
  };
  const bounds = { allowPrivate, timeoutMs, connectMs, maxRedirects };
  const running = new Set<Exchange>();
  return {
    timeoutMs,
    send(request, read) {
      const attributes = {
        'http.request.method': request.method,
        'server.address': URL.parse(request.url)?.host ?? '',
      };
      return tracing.span({ name: request.method, kind: 'client', attributes }, () =>
        new Exchange(agents, { ...bounds, headers: tracing.headers() }, running).run(request, read),
      );
    },
    close() {
      for (const exchange of running)
        exchange.breakOff(new OutboundError('connection', 'This server is shutting down.'));
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
