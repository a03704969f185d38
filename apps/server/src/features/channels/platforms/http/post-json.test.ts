import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@contract-kit/webhooks';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../kernel/index.ts';
import { BatchFailure } from '../platform.ts';
import { createPostJson, type JsonPosting, type PostJsonOptions } from './post-json.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function post(url: string, posting: Partial<JsonPosting> = {}, options: Partial<PostJsonOptions> = {}) {
  const send = createPostJson({ clock: systemClock, allowPrivate: true, ...options });
  const { signal } = new AbortController();
  return send({
    url,
    event: 'channel.publish',
    deliveryId: 'dlv_1',
    body: '{"a":1}',
    secret: null,
    signal,
    ...posting,
  });
}

const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof BatchFailure ? [error.message, error.retryable] : error),
  );

it('signs the bytes it sends', async () => {
  const secret = 'a-secret-of-a-shop';
  const url = await serve(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    await verify({ body: Buffer.concat(chunks), headers: req.headers as Record<string, string>, secrets: secret });
    res.writeHead(202, { 'retry-after': '7' }).end('{"results":[]}');
  });
  expect(await post(url, { secret })).toEqual({ status: 202, body: '{"results":[]}', retryAfter: 7 });
});

it('goes to no private address unless it may', async () => {
  expect(await failureOf(post('https://127.0.0.1:9/', {}, { allowPrivate: false }))).toEqual([
    expect.stringContaining('private'),
    false,
  ]);
  expect(await failureOf(post('http://8.8.8.8/', {}, { allowPrivate: false }))).toEqual([
    expect.stringContaining('https://'),
    false,
  ]);
});

it('follows no redirect', async () => {
  const url = await serve((_, res) => void res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  expect((await post(url)).status).toBe(302);
});

it('reads of an answer what it must', async () => {
  const url = await serve((_, res) => {
    res.writeHead(200);
    const write = () => void (res.writable && res.write('x'.repeat(1000), write));
    write();
  });
  expect(await post(url, {}, { maxAnswerBytes: 5000 })).toMatchObject({ status: 200, body: '' });
});

it('waits no longer than it may for who does not answer', async () => {
  const url = await serve(() => undefined);
  expect(await failureOf(post(url, {}, { timeoutMs: 50 }))).toEqual(['The receiver did not answer in time.', true]);
});

it('tells who is not there from who refuses', async () => {
  expect(await failureOf(post('http://127.0.0.1:9/'))).toEqual([expect.stringContaining('ECONNREFUSED'), true]);
});

it('ends with the job that sends', async () => {
  const url = await serve(() => undefined);
  const stop = new AbortController();
  const sent = post(url, { signal: stop.signal });
  stop.abort(new Error('The process ends.'));
  await expect(sent).rejects.toThrow('The process ends.');
});
