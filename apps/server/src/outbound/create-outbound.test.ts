import { describe, expect, it } from 'vitest';
import { type HostileOutcome, type HostileServer, hostileServers } from '#testing/outbound/hostile-servers.ts';
import { startRawServer } from '#testing/outbound/raw-server.ts';
import { createTestClient } from '#testing/outbound/test-client.ts';
import { download } from '../features/assets/intake/download.ts';
import { BatchFailure } from '../features/channels/platforms/platform.ts';
import { createPostJson } from '../features/channels/platforms/post-json.ts';
import { createImageFetcher } from '../features/exports/images/fetch-image.ts';
import { createSender } from '../features/webhooks/delivery/sender.ts';
import { systemClock } from '../kernel/index.ts';
import { type ClientOptions, clientOptions } from './create-outbound.ts';
import { type OutboundClient, OutboundError } from './index.ts';

/** A part of the server that sends requests to addresses of others. */
interface OutboundUser {
  readonly name: string;
  readonly kind: 'reader' | 'sender';
  readonly options: ClientOptions;
  /** Sends one request, and resolves to what the user sees. */
  send(client: OutboundClient, url: string, signal: AbortSignal): Promise<unknown>;
  /** What the user sees of an outcome. */
  shown(outcome: HostileOutcome): unknown;
}

const codeOf = (error: unknown) => {
  if (error instanceof OutboundError) return error.code;
  throw error;
};

const users: readonly OutboundUser[] = [
  {
    name: 'the download of an asset',
    kind: 'reader',
    options: clientOptions.downloads,
    send: (client, url, signal) =>
      download(client, { url, signal }, async ({ content }) => drain(content)).catch(codeOf),
    shown: (outcome) => outcome,
  },
  {
    name: 'an image of an export',
    kind: 'reader',
    options: clientOptions.downloads,
    send: (client, url, signal) => createImageFetcher(client)(url, signal).catch(codeOf),
    shown: (outcome) => outcome,
  },
  {
    name: 'a batch of an http channel',
    kind: 'sender',
    options: clientOptions.channels,
    async send(client, url, signal) {
      const post = createPostJson({ client, clock: systemClock });
      try {
        const posting = { event: 'channel.publish', deliveryId: 'dlv_1', body: '{}', secret: null };
        const { status } = await post({ ...posting, url, signal });
        return status < 300 ? 'response' : 'status';
      } catch (error) {
        if (error instanceof BatchFailure) return codeOf(error.cause);
        throw error;
      }
    },
    shown: (outcome) => outcome,
  },
  {
    name: 'a webhook delivery',
    kind: 'sender',
    options: clientOptions.webhooks,
    send: async (client, url) =>
      (await createSender(client)({ url, headers: {}, body: Buffer.from('{}') })).errorReason,
    shown(outcome) {
      if (outcome === 'response') return null;
      if (outcome === 'status') return 'redirect';
      return outcome === 'timeout' || outcome === 'tls' ? outcome : 'connection_refused';
    },
  },
];

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}

const { signal: never } = new AbortController();
const soon = { interval: 2 };

describe.each(users)('$name', ({ kind, options, send, shown }) => {
  const outcomeOf = ({ reader, sender = reader }: HostileServer) => (kind === 'reader' ? reader : sender);

  it.each(hostileServers)('ends as it should at a server that $does', async (server) => {
    const outcome = outcomeOf(server);
    const client = createTestClient({ ...options, timeoutMs: outcome === 'timeout' ? 100 : options.timeoutMs });
    const { url, connections } = await startRawServer(server.behave);
    const { protocol = 'http:' } = server;
    expect(await send(client, url.replace('http:', protocol), never)).toBe(shown(outcome));
    // After a complete response, the connection may be kept.
    if (outcome !== 'response' && outcome !== 'status') await expect.poll(() => connections().open, soon).toBe(0);
  });

  it('ends immediately when the process ends', async () => {
    const client = createTestClient(options);
    const { url, connections } = await startRawServer(() => undefined);
    const sent = send(client, url, never);
    await expect.poll(() => connections().all, soon).toBe(1);
    client.close();
    expect(await sent).toBe(shown('connection'));
  });
});

describe.each(users.filter(({ name }) => name !== 'a webhook delivery'))('$name', ({ options, send }) => {
  it('ends immediately when its work is canceled', async () => {
    const { url, connections } = await startRawServer(() => undefined);
    const given = new AbortController();
    const sent = send(createTestClient(options), url, given.signal);
    await expect.poll(() => connections().all, soon).toBe(1);
    given.abort(new Error('The job was canceled.'));
    await expect(sent).rejects.toThrow('The job was canceled.');
    await expect.poll(() => connections().open, soon).toBe(0);
  });
});
