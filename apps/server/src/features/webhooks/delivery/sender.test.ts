import { expect, it, onTestFinished } from 'vitest';
import { createTestClient } from '#testing/outbound/test-client.ts';
import { type Behaviour, respondWith, startReceiver } from '#testing/webhooks/receiver.ts';
import { createSender, toResponseText } from './sender.ts';

async function receiver(behaviour?: Behaviour) {
  const started = await startReceiver(behaviour);
  onTestFinished(() => started.stop());
  return started;
}

function sender(options: Parameters<typeof createTestClient>[0] = {}) {
  const send = createSender(createTestClient({ keepAlive: true, ...options }));
  return (url: string) => send({ url, headers: { 'X-Test': 'a' }, body: new TextEncoder().encode('{"ä":1}') });
}

it('posts the exact bytes and succeeds with any 2xx', async () => {
  const { url, received } = await receiver(respondWith(202));
  expect(await sender()(url)).toMatchObject({ responseStatus: 202, errorReason: null });
  expect(received[0]?.body.toString()).toBe('{"ä":1}');
  expect(received[0]?.headers).toMatchObject({ 'x-test': 'a', 'content-length': '8' });
});

it.each([
  [304, 'redirect'],
  [404, 'http_4xx'],
  [503, 'http_5xx'],
])('fails with the status %i for the reason %s', async (status, errorReason) => {
  const { url } = await receiver(respondWith(status, { 'Retry-After': '7' }));
  expect(await sender()(url)).toMatchObject({ responseStatus: status, errorReason, retryAfter: '7' });
});

it('does not follow a redirect', async () => {
  const target = await receiver();
  const { url } = await receiver(respondWith(307, { Location: target.url }));
  expect(await sender()(url)).toMatchObject({ responseStatus: 307, errorReason: 'redirect' });
  expect(target.received).toEqual([]);
});

it('fails without a status when there is no response', async () => {
  const { url, stop } = await startReceiver();
  await stop();
  const send = sender();
  expect(await send(url)).toMatchObject({ responseStatus: null, errorReason: 'connection_refused', retryAfter: null });
  expect(await send('http://name.invalid/')).toMatchObject({ responseStatus: null, errorReason: 'dns' });
});

it('sends nothing to private addresses, nor without TLS, unless allowed', async () => {
  const { url, received } = await receiver();
  const send = sender({ allowPrivate: false });
  for (const refused of [url, url.replace('http:', 'https:'), 'https://localhost:1/']) {
    expect(await send(refused)).toMatchObject({ responseStatus: null, errorReason: 'blocked_address' });
  }
  expect(received).toEqual([]);
});

it.each([
  ['keeps text, line breaks and markup included', Buffer.from('<p>\r\nä €</p>'), '<p>\r\nä €</p>'],
  ['replaces a NUL character, which PostgreSQL cannot store', Buffer.from('a\0b'), 'a\u{FFFD}b'],
  ['replaces bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xc3, 0x28]), 'a\u{FFFD}\u{FFFD}('],
  ['drops a character that is cut off at the end', Buffer.from('a€').subarray(0, 3), 'a'],
  ['gives empty text for no bytes', Buffer.alloc(0), ''],
])('%s', (_, bytes, text) => {
  expect(toResponseText(bytes)).toBe(text);
});
