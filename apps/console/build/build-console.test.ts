import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildConsole } from './build-console.ts';

/** Bytes that a browser loads before the first page is shown, compressed. */
const firstLoadLimit = 350_000;

describe('buildConsole', () => {
  it('keeps the first load below 350 kB compressed, and charts, dragging and zod 3 out of it', async () => {
    const files = await buildConsole(() => undefined);
    const first = files.filter(({ isFirst }) => isFirst);
    const size = first.reduce((sum, { text }) => sum + gzipSync(text).length, 0);
    expect(size).toBeLessThan(firstLoadLimit);
    expect(files.length).toBeGreaterThan(first.length);
    const scripts = first.filter(({ type }) => type === 'js').map(({ text }) => text);
    for (const heavy of ['recharts', 'dnd-kit', 'zod_brand']) {
      expect(scripts.some((script) => script.includes(heavy))).toBe(false);
    }
  });
});
