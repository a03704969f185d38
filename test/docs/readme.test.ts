import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from './demo-server.ts';
import { isCommand } from './describe-guide.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';
import { curlIsMissing } from './shell/curl.ts';
import type { Exchange } from './shell/exchange-recorder.ts';
import { type Step, startWalkthrough } from './shell/walkthrough.ts';

const readme = readMarkdown(inRepository('README.md'));

describe('the README', () => {
  it('has at most 100 lines, and shows contract, handler, server and client within the first 30', () => {
    expect(readme.lines).toBeLessThanOrEqual(100);
    const [{ language, line, text } = { language: '', line: 0, text: '' }, start] = readme.blocks;
    expect(language).toBe('ts');
    expect(line + text.split('\n').length).toBeLessThanOrEqual(30);
    for (const name of ['operation(', 'async ({ body })', 'mountContract(', 'createClient('])
      expect(text).toContain(name);
    expect(start?.text).toContain('npx --yes pnpm@12 start');
    const curl = readme.blocks.find(({ text: command }) => command.includes('curl '));
    expect(curl?.line).toBeLessThan(40);
  });

  it('shows the flow from the contract and the console, in pictures of at most 150 kB', () => {
    const pictures = [...readFileSync(inRepository('README.md'), 'utf8').matchAll(/^!\[.{20,}\]\((.+)\)$/gm)];
    const paths = pictures.map(([, path = '']) => path);
    expect(paths).toEqual(['docs/pictures/contract.svg', 'docs/pictures/console/overview-light-desktop.webp']);
    for (const path of paths) expect(statSync(inRepository(path)).size).toBeLessThan(150_000);
  });

  it('keeps the pictures of the console, made by pnpm screenshots, below 1.5 MB in total', () => {
    const folder = inRepository('docs/pictures/console');
    const sizes = readdirSync(folder).map((name) => statSync(`${folder}/${name}`).size);
    expect(sizes.length % 4, 'pictures of each section: two sizes in two colour schemes').toBe(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });

  it('names no command of pnpm that does not exist', async () => {
    const { scripts } = (await import('../../package.json', { with: { type: 'json' } })).default;
    const named = readme.blocks.flatMap(({ text }) => [...text.matchAll(/pnpm@12 (\S+)/g)].map((match) => match[1]));
    expect(named).toEqual(['start', 'test']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe.skipIf(curlIsMissing)("the README's walk through the API", () => {
  let server: DemoServer;
  let exchanges: Exchange[];

  beforeAll(async () => {
    server = await startDemoServer();
    const walkthrough = await startWalkthrough({ folder: server.folder, target: server.origin });
    try {
      const steps: Step[] = [];
      for (const { text } of readme.blocks.filter(isCommand)) steps.push(...(await walkthrough.run(text)));
      exchanges = steps.flatMap((step) => step.exchanges);
    } finally {
      await walkthrough.close();
    }
  });

  afterAll(() => server?.stop());

  const bodyOf = (exchange: Exchange | undefined) => JSON.parse(exchange?.text ?? '');

  it('gets the statuses it shows, in this order', () => {
    expect(exchanges.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'POST 201',
      'POST 201',
      'GET 200',
      'GET 304',
      'PATCH 200',
      'PATCH 412',
      'GET 200',
      'GET 200',
    ]);
  });

  it('gets the same response for the same Idempotency-Key', () => {
    const [, first, replay] = exchanges;
    expect(first?.headers.get('idempotent-replayed')).toBeNull();
    expect(replay?.headers.get('idempotent-replayed')).toBe('true');
    expect(replay?.text).toBe(first?.text);
  });

  it('finds the product in a list, and what changed in a diff', () => {
    expect(bodyOf(exchanges.at(-2)).data).toMatchObject([{ sku: 'TEAPOT-1', price: 34.9 }]);
    const { changes } = bodyOf(exchanges.at(-1)).data;
    expect(changes).toContainEqual({ path: 'price', before: 39.9, after: 34.9 });
  });
});
