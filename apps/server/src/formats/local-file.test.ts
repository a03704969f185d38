import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
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
