import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

function createRecorder(fails = false) {
  const loads: [string, readonly string[]][] = [];
  const read = createBatchLoader<string>(async (group, keys) => {
    loads.push([group, keys]);
    if (fails) throw new Error('The load failed.');
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${group}/${key}`]));
  });
  return { loads, read };
}

describe('reads of one turn of the event loop', () => {
  it('are loaded together, by group, each key once', async () => {
    const { loads, read } = createRecorder();
    const rows = await Promise.all([
      read('a', '1'),
      read('a', '2'),
      read('b', '1'),
      read('a', '1'),
      read('a', 'missing'),
    ]);
    expect(rows).toEqual(['a/1', 'a/2', 'b/1', 'a/1', null]);
    expect(loads).toEqual([
      ['a', ['1', '2', 'missing']],
      ['b', ['1']],
    ]);
  });

  it('see nothing of an earlier turn', async () => {
    const { loads, read } = createRecorder();
    await read('a', '1');
    await read('a', '1');
    expect(loads).toHaveLength(2);
  });

  it('fail together with their load', async () => {
    const { read } = createRecorder(true);
    const outcomes = await Promise.allSettled([read('a', '1'), read('a', '2')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
