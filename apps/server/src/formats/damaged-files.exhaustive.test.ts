import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collect, tableFile } from '#testing/formats/table-files.ts';
import { openTable, TableFileError, type TableFormat, tableFormats, writeTable } from './index.ts';

const rows = Array.from({ length: 40 }, (_, index) => [`S-${index}`, `Größe "${index}"\n`, index / 4, ['a', null]]);

async function sampleOf(format: TableFormat): Promise<Buffer> {
  return buffer(writeTable({ format }, ['sku', 'name.de', 'price', 'tags'], rows));
}

/** Some bytes changed, removed or doubled, or the end cut off. */
const damage = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.nat(40),
    kind: fc.constantFrom('change', 'remove', 'double', 'cut'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(file: Buffer, changes: readonly { at: number; length: number; kind: string; bytes: Uint8Array }[]) {
  return changes.reduce((bytes, { at: place, length, kind, bytes: other }) => {
    const at = bytes.length === 0 ? 0 : place % bytes.length;
    const before = bytes.subarray(0, at);
    if (kind === 'cut') return before;
    if (kind === 'change') return Buffer.concat([before, other, bytes.subarray(at + other.length)]);
    if (kind === 'remove') return Buffer.concat([before, bytes.subarray(at + length)]);
    return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
  }, file);
}

it.each([...tableFormats.map((format) => [format, false] as const), ['csv', true] as const, ['json', true] as const])(
  'a damaged %s file, in gzip: %s, is read or refused, and nothing else happens',
  async (format, zipped) => {
    const sample = await sampleOf(format);
    const whole = zipped ? gzipSync(sample) : sample;
    const file = await tableFile(whole, `table.${format}`);
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        await writeFile(file.path, damaged(whole, changes));
        try {
          const table = await openTable(file);
          await collect(table.rows());
        } catch (error) {
          expect(error).toBeInstanceOf(TableFileError);
        }
      }),
      { numRuns: 120 },
    );
  },
);
