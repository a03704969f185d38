import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import { expect, it, onTestFinished } from 'vitest';
import { listenForTest } from '#testing/outbound/raw-server.ts';
import { createTestClient } from '#testing/outbound/test-client.ts';
import { systemClock } from '../../../kernel/index.ts';
import { BatchFailure } from './platform.ts';
import { createPostJson, type JsonPosting } from './post-json.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenForTest(server);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${port}/`;
}

function post(url: string, posting: Partial<JsonPosting> = {}, options: Parameters<typeof createTestClient>[0] = {}) {
  const send = createPostJson({ client: createTestClient(options), clock: systemClock });
  const { signal } = new AbortController();
  const request = { url, event: 'channel.publish', deliveryId: 'dlv_1', body: '{"a":1}', secret: null, signal };
  return send({ ...request, ...posting });
}

const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof BatchFailure ? [error.message, error.retryable] : error),
  );

it('signs the bytes it sends', async () => {
  const secret = 'a-secret-of-a-shop';
  const url = await serve(async (req, res) => {
    const headers = req.headers as Record<string, string>;
    await verify({ body: await buffer(req), headers, secrets: secret, headerNames: webhookHeaders });
    res.writeHead(202, { 'retry-after': '7' }).end('{"results":[]}');
  });
  expect(await post(url, { secret })).toEqual({ status: 202, body: '{"results":[]}', retryAfterSeconds: 7 });
});

it('does not retry an address that may not be called', async () => {
  const guarded = { allowPrivate: false };
  expect(await failureOf(post('https://127.0.0.1:9/', {}, guarded))).toEqual([
    expect.stringContaining('private'),
    false,
  ]);
  expect(await failureOf(post('http://8.8.8.8/', {}, guarded))).toEqual([expect.stringContaining('https://'), false]);
});

it('retries a receiver that cannot be reached, or does not respond in time', async () => {
  expect(await failureOf(post('http://127.0.0.1:9/'))).toEqual([expect.stringContaining('refused'), true]);
  const url = await serve(() => undefined);
  expect(await failureOf(post(url, {}, { timeoutMs: 50 }))).toEqual([expect.stringContaining('0.05 seconds'), true]);
});

it('does not follow redirects', async () => {
  const url = await serve((_, res) => void res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  expect((await post(url)).status).toBe(302);
});

it('reads no results from a body that is compressed or longer than 1 MiB, and uses its status', async () => {
  const long = await serve((_, res) => void res.end('x'.repeat(1024 * 1024 + 1)));
  expect(await post(long)).toMatchObject({ status: 200, body: '' });
  const compressed = await serve((_, res) => void res.setHeader('Content-Encoding', 'gzip').end('x'));
  expect(await post(compressed)).toMatchObject({ status: 200, body: '' });
});
