import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceRow } from '../../source/source-folder.ts';
import { ElementCache, inRuns } from './element-cache.ts';

async function* rowsOf(numbers: readonly string[]): AsyncGenerator<SourceRow> {
  for (const [index, part_num] of numbers.entries()) yield { table: 't', number: index + 1, cells: { part_num } };
}

describe('elements read once for each batch of parts', () => {
  it('are all found, each with its part and in the order of their table', async () => {
    const parts = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,2}$/), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.array(fc.nat(30), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, of, length) => {
          const elements = of.map((index) => all[index] ?? 'none');
          const found: SourceRow[] = [];
          for await (const run of inRuns(rowsOf(all), length)) {
            expect(run.length).toBeLessThanOrEqual(length);
            const numbers = run.map(({ cells }) => cells.part_num as string);
            const cache = await ElementCache.fill(numbers, rowsOf(elements));
            for (const part of numbers) {
              const rows = cache.take(part);
              expect(rows.every(({ cells }) => cells.part_num === part)).toBe(true);
              expect(rows.map(({ number }) => number)).toEqual(rows.map(({ number }) => number).sort((a, b) => a - b));
              expect(cache.take(part)).toEqual([]);
              found.push(...rows);
            }
          }
          expect(found).toHaveLength(elements.filter((part) => part !== 'none').length);
        },
      ),
    );
  });
});
