import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundleForBrowsers } from './bundle.ts';
import { findPublishedPackages } from './published-packages.ts';

/** Bytes the client may cost a page: minified, compressed by gzip, zod and the contract not counted. */
const clientBudget = 4_500;

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length;

describe('the client', () => {
  it(`costs a page at most ${clientBudget} bytes, and needs nothing of Node`, async () => {
    const { code, imports } = await bundleForBrowsers("export * from '@contract-kit/client';");
    process.stdout.write(
      `@contract-kit/client for browsers: ${code.length} bytes minified, ${sizeOf(code)} bytes with gzip\n`,
    );
    expect(imports).toEqual([]);
    expect(sizeOf(code)).toBeLessThanOrEqual(clientBudget);
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

  it('of one door does not come with the rest of it', async () => {
    const { code } = await bundleForBrowsers("export { formatEntityTag } from '@contract-kit/http-spec';");
    expect(code.length).toBeLessThan(400);
  });
});
