import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestWorkspace } from '#testing/index.ts';
import {
  createReaderFixture,
  type ListBody,
  parseQuery,
  type ReaderFixture,
} from '#testing/products/reader-fixture.ts';
import type { RequestContext } from '../../../kernel/index.ts';

let fixture: ReaderFixture;
let ctx: RequestContext;

beforeAll(async () => {
  fixture = await createReaderFixture();
  ctx = createTestContext(await createTestWorkspace(fixture.database, { locales: ['en-GB', 'sv', 'no'] }));
  await fixture.database.query(
    `insert into attribute (workspace_id, id, code, label, labels, type, localizable, required, is_unique, usable_as_axis,
       options, validation, position, created_at, updated_at)
     values ($1, gen_random_uuid(), 'size', 'size', '{}', 'text', false, false, false, true, '[]', '{}', 0, now(), now())`,
    [ctx.workspace.id],
  );
  const names = ['Size 10', 'size 9', 'Zebra', 'Äpple', 'apple', 'Éclair', 'Ångström', 'Size 9.5', '100', '20'];
  for (const [index, name] of names.entries()) await fixture.merge({ sku: `N-${index}`, name }, ctx);
  await fixture.merge({ sku: 'P', name: 'Parent', type: 'parent', variantAxes: ['size'] }, ctx);
  for (const size of ['1', '2', '3']) {
    await fixture.merge({ sku: `V-${size}`, type: 'variant', parent: 'P', attributes: { size } }, ctx);
  }
});
afterAll(() => fixture.drop());

async function read(parameters: Record<string, string>): Promise<ListBody> {
  return JSON.parse(String((await fixture.reader.list(ctx, parseQuery(parameters))).json)) as ListBody;
}

const namesOf = async (parameters: Record<string, string>) =>
  (await read(parameters)).data.map(({ name, sku }) => name ?? sku);

const root = ['20', '100', 'Ångström', 'apple', 'Äpple', 'Éclair', 'Parent', 'size 9', 'Size 9.5', 'Size 10', 'Zebra'];
const swedish = [
  '20',
  '100',
  'apple',
  'Éclair',
  'Parent',
  'size 9',
  'Size 9.5',
  'Size 10',
  'Zebra',
  'Ångström',
  'Äpple',
];

describe('a list by name', () => {
  it('follows the default locale, numbers by their value, products without a name last', async () => {
    expect(await namesOf({ sort: 'name:asc' })).toEqual([...root, 'V-1', 'V-2', 'V-3']);
    expect(await namesOf({ sort: 'name:desc' })).toEqual([...root.toReversed(), 'V-3', 'V-2', 'V-1']);
  });

  it('follows the requested locale', async () => {
    expect(await namesOf({ sort: 'name:asc', locale: 'sv', type: 'simple,parent' })).toEqual(swedish);
    expect((await namesOf({ sort: 'name:asc', locale: 'no' })).slice(-5)[0]).not.toBe('Zebra');
  });

  it.each(['name:asc', 'name:desc'])('%s continues by cursor where a page ended, in any order', async (sort) => {
    for (const locale of ['en-GB', 'sv']) {
      const all = await namesOf({ sort, locale });
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { data, pagination } = await read({ sort, locale, limit: '3', ...(cursor && { cursor }) });
        paged.push(...data.map(({ name, sku }) => name ?? sku));
        cursor = pagination.nextCursor;
      }
      expect(paged).toEqual(all);
    }
  });
});
