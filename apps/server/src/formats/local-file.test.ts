import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { tableFile } from '#testing/formats/table-files.ts';
import { openTable, toLocalFile } from './index.ts';

it('writes a stream to a file, until it is removed', async () => {
  const file = await toLocalFile(Readable.from(['a;b\n', '1;2\n']), 'x.csv');
  expect((await openTable(file)).layout).toMatchObject({ columns: ['a', 'b'], detected: { rows: 1 } });
  await file.remove();
  await expect(access(file.path)).rejects.toThrow('ENOENT');
});

it('fails with its stream, or when it is canceled', async () => {
  const failing = Readable.from(
    (async function* () {
      yield 'a';
      throw new Error('gone');
    })(),
  );
  await expect(toLocalFile(failing)).rejects.toThrow('gone');
  await expect(toLocalFile(Readable.from(['a']), 'x', AbortSignal.abort())).rejects.toThrow('aborted');
});

const count = 1_000;
const csv = `sku,name\n${'A,a\n'.repeat(count)}`;
const json = Array.from({ length: count }, () => '{"sku":"A"}');

it.each([
  ['CSV', csv],
  ['JSON', `[${json.join(',')}]`],
  ['NDJSON', json.join('\n')],
  ['XML', `<products>${'<product><sku>A</sku></product>'.repeat(count)}</products>`],
])('reading %s that is given up ends before the next row', async (_, content) => {
  const giveUp = new AbortController();
  const table = await openTable({ ...(await tableFile(content)), signal: giveUp.signal });
  let rows = 0;
  const reading = async () => {
    for await (const _row of table.rows()) {
      rows++;
      giveUp.abort();
    }
  };
  await expect(reading()).rejects.toThrow('aborted');
  expect(rows).toBe(1);
});
