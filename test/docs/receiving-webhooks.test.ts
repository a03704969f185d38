import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createSecret, type WebhookEvent } from '@contract-kit/webhooks';
import { createTestDelivery } from '@contract-kit/webhooks/testing';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { takePort } from '@product-content/test-support/ports';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { applyEvent, type Copy } from '../../docs/guides/receivers/typescript/copy.ts';
import { createApp } from '../../docs/guides/receivers/typescript/express.ts';
import { createHandler } from '../../docs/guides/receivers/typescript/fetch.ts';
import { createStandardHandler } from '../../docs/guides/receivers/typescript/standard.ts';
import { verify } from '../../docs/guides/receivers/typescript/verify.ts';
import { startDemoServer } from './demo-server.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { secret, statusesOf, valid, vectors } from './receivers/vectors.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import { startWalkthrough } from './shell/walkthrough.ts';

describe('the receivers in TypeScript', () => {
  it('accept the vectors that are valid, and no other, without the library', () => {
    const accepted = vectors.filter(({ body, bodyEncoding, headers, secrets, now, toleranceSeconds }) => {
      const signature = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const bytes = Buffer.from(body, bodyEncoding);
      return verify(bytes, signature.get('x-cl-signature') ?? '', secrets, now, toleranceSeconds);
    });
    expect(accepted.map(({ name }) => name)).toEqual(valid);
  });

  it('respond to deliveries on Express', async () => {
    const events: WebhookEvent[] = [];
    const server = createServer(createApp(secret, async (event) => void events.push(event)));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    expect(await statusesOf((request) => fetch(url, request))).toEqual([204, 403, 400]);
    expect(events).toHaveLength(1);
  });

  it('respond to deliveries where a handler takes a Request', async () => {
    const events: WebhookEvent[] = [];
    const handle = createHandler(secret, async (event) => void events.push(event));
    expect(await statusesOf((request) => handle(new Request('https://shop.example/', request)))).toEqual([
      204, 403, 400,
    ]);
    expect(events).toHaveLength(1);
  });
});

describe('the receiver of Standard Webhooks', () => {
  it('accepts what is signed with its secret, and no other delivery', async () => {
    const events: WebhookEvent[] = [];
    const secrets = createSecret();
    const handle = createStandardHandler(secrets, async (event) => void events.push(event));
    const delivery = await createTestDelivery({ secrets, scheme: 'standard_webhooks' });
    const requests = [delivery, { ...delivery, body: '{}' }, await createTestDelivery({ secrets })];
    const responses = await Promise.all(requests.map((each) => handle(new Request('https://shop.example/', each))));
    expect(responses.map(({ status }) => status)).toEqual([204, 403, 400]);
    expect(events).toMatchObject([{ type: 'webhook.test' }]);
  });
});

describe('a copy of the products', () => {
  const eventOf = (type: string, data: unknown): WebhookEvent => ({
    id: '',
    type,
    createdAt: '',
    data,
  });
  const updated = (id: string, version: number) => eventOf('product.updated', { product: { id, version } });
  const history = [
    ...[1, 2, 3].map((version) => updated('prd_1', version)),
    eventOf('product.status_changed', { product: { id: 'prd_1', version: 3 } }),
    ...[1, 2].map((version) => updated('prd_2', version)),
    eventOf('product.deleted', { id: 'prd_2', sku: 'A' }),
    eventOf('category.created', { id: 'cat_1' }),
  ];

  it('is the same in whatever order its events arrive, and however often', () => {
    const shuffled = fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 });
    fc.assert(
      fc.property(shuffled, (events) => {
        const copy: Copy = new Map();
        for (const event of events) applyEvent(copy, event);
        expect(Object.fromEntries(copy)).toEqual({ prd_1: { id: 'prd_1', version: 3 }, prd_2: 'deleted' });
      }),
    );
  });
});

describe('the guide to receiving webhooks', () => {
  const guide = 'docs/guides/receiving-webhooks.md';
  const { blocks } = readMarkdown(inRepository(guide));
  const others = ['python', 'php', 'go', 'ruby', 'java', 'rust', 'csharp'];
  const quoting = blocks.filter(({ language }) => others.includes(language));

  it('shows each language', () => {
    expect(quoting.map(({ language }) => language)).toEqual(others);
  });

  it.each(quoting)('quotes its $language from a file literally', ({ words: [path = ''], text }) => {
    expect(readFileSync(inRepository(`docs/guides/${path}`), 'utf8')).toContain(`${text}\n`);
  });

  it.skipIf(curlIsMissing)('gets a first delivery, and another one of the same event', async () => {
    const steps = blocks.filter(({ words }) => words[0] === 'first-delivery').map(({ text }) => text);
    const [start = '', register = '', listen = '', send = ''] = steps;
    const settings = [...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    const server = await startDemoServer(Object.fromEntries(settings));
    onTestFinished(() => server.stop());
    const port = String(await takePort());
    const walkthrough = await startWalkthrough({ ...server, target: server.origin });
    onTestFinished(() => walkthrough.close());
    const dataOf = async (commands: string) => {
      const exchange = (await walkthrough.run(commands)).flatMap(({ exchanges }) => exchanges).at(-1);
      return JSON.parse(exchange?.text ?? '').data;
    };

    const endpoint = await dataOf(register.replace('4000', port));
    const [, command = ''] = listen.replace('whsec_…', endpoint.secret).replace('4000', port).split(' pcm ');
    const listener = spawn(process.execPath, [pcmProgram, ...command.split(' ')], { stdio: 'pipe' });
    onTestFinished(() => void listener.kill());
    let printed = '';
    for (const stream of [listener.stdout, listener.stderr]) {
      stream.on('data', (text) => {
        printed += text;
      });
    }
    await expect.poll(() => printed).toContain('Listening');

    const [test = '', list = '', redeliver = ''] = send.replaceAll('whk_…', endpoint.id).split('\n');
    await walkthrough.run(test);
    await expect.poll(() => printed).toContain('webhook.test');
    // Until its success is recorded, sending it again would only hurry it.
    await expect.poll(async () => (await dataOf(list))[0].status).toBe('succeeded');
    const [delivery] = await dataOf(list);
    await walkthrough.run(redeliver.replace('dlv_…', delivery.id));
    const timesReceived = () => printed.match(/ webhook\.test /g)?.length;
    await expect.poll(timesReceived).toBe(2);
  });

  it('names an approximate number of vectors that is correct', () => {
    expect(vectors.length).toBeGreaterThan(65);
    expect(vectors.length).toBeLessThan(80);
  });
});
