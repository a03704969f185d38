import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface ListenOptions {
  readonly url: string;
  readonly channel: string;
  /** Called for each notification, and once whenever listening begins, because some may have been missed. */
  readonly onNotification: () => void;
  /** Called with the reason why the connection was lost or could not be made. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds before it reconnects. */
const reconnectMs = 1000;

/**
 * Listens on a dedicated connection, and reconnects when it is lost. Notifications may be lost, so nothing may depend
 * on them alone.
 *
 * @returns a function that stops listening.
 */
export function listen(options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce(options, stopping.signal).catch(options.onError);
      await delay(reconnectMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    return ended;
  };
}

async function listenOnce({ url, channel, onNotification }: ListenOptions, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `product-content ${channel}`,
    keepAlive: true,
  });
  const over = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => (stop.aborted ? resolve() : reject(new Error('The server ended the connection.'))));
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  // The connection may be lost before it is awaited.
  over.catch(() => undefined);
  client.on('notification', onNotification);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onNotification();
    await over;
  } finally {
    await client.end().catch(() => undefined);
  }
}
