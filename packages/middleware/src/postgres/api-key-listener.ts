import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ApiKeyAuthenticator } from '../auth/api-key-authenticator.ts';
import { quoteName, type SqlExecutor } from './sql.ts';

export interface ApiKeyListenerOptions {
  /** Creates a client that is not connected yet, for the listener alone. */
  readonly createClient: () => Client;
  readonly authenticator: Pick<ApiKeyAuthenticator, 'invalidate' | 'invalidateAll' | 'trustInvalidation'> &
    Partial<Pick<ApiKeyAuthenticator, 'idleMs'>>;
  /** Default `api_key_changed`. */
  readonly channel?: string;
  /**
   * Interval and timeout of the check that the connection is alive, in milliseconds. If the connection is lost
   * silently, a revocation goes unnoticed for at most twice this time. While no key is used, the check is rare and no
   * key is cached. Default 400.
   */
  readonly heartbeatMs?: number;
  /** Longest pause between attempts to connect, in milliseconds. Default 5,000. */
  readonly maxRetryMs?: number;
  /** Called with the reason when a connection is lost or cannot be opened. */
  readonly onError?: (error: unknown) => void;
}

export interface ApiKeyListener {
  /** Closes the connection; the authenticator goes back to its short cache lifetime. */
  stop(): Promise<void>;
}

const defaultChannel = 'api_key_changed';
const firstRetryMs = 50;
const connectMs = 5000;
/** Milliseconds without a use of a key after which the cached ones are dropped, so that a lost connection does no harm. */
const idleAfterMs = 10_000;
/** Heartbeats of which one is sent while nothing is cached. */
const idleHeartbeats = 25;

/**
 * Notifies every process of a changed key when the transaction commits. Call it in the transaction that revokes or
 * changes a key.
 *
 * @param id the id in the key's text.
 */
export async function notifyApiKeyChanged(database: SqlExecutor, id: string, channel = defaultChannel): Promise<void> {
  await database.query('select pg_notify($1, $2)', [channel, id]);
}

/**
 * Listens for changed keys on a dedicated connection, and reconnects when it is lost. While it listens, the
 * authenticator caches keys for long; while it does not, keys have the short cache lifetime.
 *
 * @example
 * const listener = createApiKeyListener({ createClient: () => new pg.Client(url), authenticator });
 */
export function createApiKeyListener(options: ApiKeyListenerOptions): ApiKeyListener {
  const { authenticator, maxRetryMs = 5000, onError = () => undefined } = options;
  const stopping = new AbortController();
  const listening = (async () => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        await listenOnce(options, stopping.signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      authenticator.trustInvalidation(false);
      const pauseMs = Math.min(maxRetryMs, firstRetryMs * 2 ** failures) * (0.5 + Math.random() / 2);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return listening;
    },
  };
}

/** Listens until the connection is lost or the signal aborts; throws in both cases. */
async function listenOnce(options: ApiKeyListenerOptions, stop: AbortSignal, onListening: () => void): Promise<never> {
  const { createClient, authenticator, channel = defaultChannel, heartbeatMs = 400 } = options;
  const client = createClient();
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The server ended the connection.')));
  client.on('notification', ({ payload }) => {
    if (payload) authenticator.invalidate(payload);
    else authenticator.invalidateAll();
  });
  try {
    await within(connectMs, client.connect());
    await within(connectMs, client.query(`listen ${quoteName(channel)}`));
    // It also drops keys that changed while nothing was listening.
    authenticator.trustInvalidation(true);
    onListening();
    const over = AbortSignal.any([stop, lost.signal]);
    for (let idle = 0; ; ) {
      await delay(heartbeatMs, undefined, { signal: over });
      idle = (authenticator.idleMs?.() ?? 0) < idleAfterMs ? 0 : idle + 1;
      if (idle === 1) authenticator.invalidateAll();
      if (idle % idleHeartbeats === 0) await within(heartbeatMs, client.query('select 1'));
    }
  } finally {
    if (stop.aborted && !lost.signal.aborted) await within(heartbeatMs, client.end()).catch(() => undefined);
    client.connection.stream.destroy();
  }
}

/** @throws Error when the work takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const deadline = delay(ms, undefined, { signal: done.signal }).then(async () => {
    // After a busy period timers fire before input is read: a response that has already arrived wins.
    await nextTurn();
    throw new Error(`The database server did not respond within ${ms} ms.`);
  });
  deadline.catch(() => undefined);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    done.abort();
  }
}
