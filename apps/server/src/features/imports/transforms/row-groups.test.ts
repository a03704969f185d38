import { expect, it } from 'vitest';
import { collect } from '#testing/formats/table-files.ts';
import type { Row } from '../../../formats/index.ts';
import { transformGroups } from './row-groups.ts';
import { textAt } from './row-shape.ts';

/** A row for each key; a key with an exclamation mark makes it unreadable. */
async function* rowsOf(keys: readonly string[]): AsyncGenerator<Row> {
  for (const [index, key] of keys.entries()) {
    const row = { number: index + 1, cells: [key.replace('!', '')] };
    yield key.includes('!') ? { ...row, problem: { column: null, message: 'broken' } } : row;
  }
}

/** The numbers of the rows of each group, and the resulting rows. */
async function group(keys: readonly string[]) {
  const groups: number[][] = [];
  const rows = transformGroups(
    rowsOf(keys),
    (row) => textAt(row, 0) || null,
    (members) => {
      groups.push(members.map(({ number }) => number));
      return members;
    },
  );
  const given = await collect(rows);
  expect(given.map(({ number }) => number)).toEqual(keys.map((_, index) => index + 1));
  return { groups, problems: given.flatMap(({ problem }) => problem?.message ?? []) };
}

it('groups rows with the same key, and the rows without a key after them', async () => {
  const { groups } = await group(['a', 'a', '', 'b', '', 'a']);
  expect(groups).toEqual([[1, 2, 3], [4, 5], [6]]);
});

it('continues a group after an unreadable row', async () => {
  const { groups, problems } = await group(['a', '!', 'a', 'b']);
  expect(groups).toEqual([[1, 3], [4]]);
  expect(problems).toEqual(['broken']);
});

it('gives up a group whose first row is unreadable', async () => {
  const { groups, problems } = await group(['a!', 'a', '', 'b']);
  expect(groups).toEqual([[4]]);
  const lost = 'Row 1, with which the product begins, cannot be read.';
  expect(problems).toEqual(['broken', lost, lost]);
});

it('never keeps more rows than one product can have', async () => {
  const { groups, problems } = await group([...Array.from({ length: 6_000 }, () => 'a'), 'b']);
  expect(groups.map((rows) => rows.length)).toEqual([5_000, 1]);
  expect(problems).toHaveLength(1_000);
  const message = 'The row continues a product of more than 5000 rows, or 8388608 characters.';
  expect(new Set(problems)).toEqual(new Set([message]));
});
