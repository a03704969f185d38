import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { routes } from '../../docs/guides/snippets/typed-client/routes.ts';
import { bundleForBrowsers } from './bundle.ts';
import { findPublishedPackages } from './published-packages.ts';

/** Bytes a page may pay: minified, compressed by gzip. */
const budgets = {
  /** The client, zod and the contract not counted. */
  client: 5_000,
  /** The client with the routes of every operation of the API: nothing else is needed. */
  fromRoutes: 5_200,
};

/** Bundles a module for pages, says what it costs, and returns that. */
async function costOf(what: string, text: string): Promise<number> {
  const { code, imports } = await bundleForBrowsers(text);
  const bytes = gzipSync(code, { level: 9 }).length;
  process.stdout.write(`${what} for browsers: ${code.length} bytes minified, ${bytes} bytes with gzip\n`);
  expect(imports).toEqual([]);
  return bytes;
}

describe('the client', () => {
  it(`adds at most ${budgets.client} bytes to a page, and needs nothing of Node`, async () => {
    const cost = await costOf(
      '@contract-kit/client',
      "export { createClient, isApiError } from '@contract-kit/client';",
    );
    expect(cost).toBeLessThanOrEqual(budgets.client);
  });

  it(`adds at most ${budgets.fromRoutes} bytes to a page with the routes of the whole API`, async () => {
    const text = [
      "import { createClientFromRoutes } from '@contract-kit/client';",
      "import { routes } from '../../docs/guides/snippets/typed-client/routes.ts';",
      'export const client = createClientFromRoutes(routes, { baseUrl: location.origin });',
    ];
    expect(Object.values(routes.operations).flatMap(Object.values).length).toBeGreaterThan(80);
    expect(await costOf('createClientFromRoutes with its routes', text.join('\n'))).toBeLessThanOrEqual(
      budgets.fromRoutes,
    );
  });
});

describe('what a page does not use', () => {
  const doors = findPublishedPackages().flatMap((each) => each.doors);
  // Vitest, which these bring, has effects of its own.
  const withVitest = ['@contract-kit/middleware/testing', '@contract-kit/contract-testing/vitest'];

  it.each(doors.filter((door) => !withVitest.includes(door)))('of %s is left out of its bundle', async (door) => {
    const { code } = await bundleForBrowsers(`import '${door}';`);
    expect(code.trim()).toBe('');
  });

  it('of one export does not include the rest', async () => {
    const { code } = await bundleForBrowsers("export { formatEntityTag } from '@contract-kit/http-spec';");
    expect(code.length).toBeLessThan(400);
  });
});
