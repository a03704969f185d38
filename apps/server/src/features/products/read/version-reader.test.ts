import { ProductSchema, VersionDiffSchema, VersionSummarySchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, createTestContext, createTestWorkspace } from '#testing/index.ts';
import { createWriterFixture, type WriterFixture } from '#testing/products/writer-fixture.ts';
import { VersionReader } from './version-reader.ts';

let fixture: WriterFixture;
let versions: VersionReader;
beforeAll(async () => {
  fixture = await createWriterFixture();
  versions = new VersionReader(fixture.database);
  await fixture.merge({
    sku: 'MUG',
    name: 'Mug',
    attributes: { color: 'red' },
    translations: { de: { name: 'Tasse' } },
  });
  await fixture.merge({ sku: 'MUG', name: 'Big mug', attributes: { color: null } });
  await fixture.merge({ sku: 'MUG', status: 'approved' }, { ...fixture.ctx, source: 'import' });
});
afterAll(() => fixture.drop());

const list = (query = {}) => versions.list(fixture.ctx, 'MUG', { limit: 50, ...query });

describe('the versions of a product', () => {
  it('are listed newest first, with who changed what', async () => {
    const { data, pagination } = await list();
    expect(data).toMatchObject([
      { version: 3, event: 'status_changed', source: 'import', status: 'approved', changedFields: ['status'] },
      { version: 2, event: 'updated', source: 'api', status: 'draft', changedFields: ['name', 'attributes.color'] },
      { version: 1, event: 'created', actor: fixture.ctx.actor },
    ]);
    for (const summary of data) expect(VersionSummarySchema.strict().parse(summary)).toEqual(summary);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1, hasMore: false, nextCursor: null });
  });

  it('are listed page by page, in as many statements as all at once', async () => {
    const first = await countStatements(fixture.database, () => list({ limit: 2 }));
    expect(first.result.data.map(({ version }) => version)).toEqual([3, 2]);
    expect(first.result.pagination).toMatchObject({ total: 3, totalPages: 2, hasMore: true });
    const second = await list({ limit: 2, page: 2 });
    expect(second.data.map(({ version }) => version)).toEqual([1]);
    expect(second.pagination.hasMore).toBe(false);
    expect((await countStatements(fixture.database, () => list())).statements).toBe(first.statements);
  });

  it('are empty after the last page, with the correct total', async () => {
    expect(await list({ page: 9 })).toMatchObject({ data: [], pagination: { page: 9, total: 3, hasMore: false } });
  });

  it('show the product at that version', async () => {
    const { data } = JSON.parse(await versions.get(fixture.ctx, 'MUG', 1));
    expect(data).toMatchObject({ version: 1, name: 'Mug', status: 'draft', attributes: { color: 'red' } });
    expect(ProductSchema.strict().parse(data)).toEqual(data);
    expect(JSON.parse(await versions.get(fixture.ctx, data.id, 3)).data).toEqual(await fixture.stored('MUG'));
    expect(await versions.document(fixture.ctx, 'MUG', 1)).toEqual(data);
  });
});

describe('the difference between versions', () => {
  it('is relative to the previous version', async () => {
    const diff = await versions.diff(fixture.ctx, 'MUG', 2);
    expect(diff).toEqual({
      from: 1,
      to: 2,
      changes: [
        { path: 'name', before: 'Mug', after: 'Big mug' },
        { path: 'attributes.color', before: 'red' },
      ],
    });
    expect(VersionDiffSchema.parse(diff)).toEqual(diff);
  });

  it('is relative to nothing for the first version', async () => {
    const { from, changes } = await versions.diff(fixture.ctx, 'MUG', 1);
    expect(from).toBe(0);
    expect(changes).toContainEqual({ path: 'translations.de.name', after: 'Tasse' });
    expect(changes.every((change) => !('before' in change))).toBe(true);
  });

  it('can be relative to any other version, including later ones', async () => {
    expect((await versions.diff(fixture.ctx, 'MUG', 3, 1)).changes.map(({ path }) => path)).toEqual([
      'status',
      'name',
      'attributes.color',
    ]);
    expect((await versions.diff(fixture.ctx, 'MUG', 1, 3)).changes).toContainEqual({
      path: 'status',
      before: 'approved',
      after: 'draft',
    });
    expect((await versions.diff(fixture.ctx, 'MUG', 2, 2)).changes).toEqual([]);
  });

  it('names the changed fields of a version', async () => {
    const changed = (await list()).data.filter(({ event }) => event !== 'created');
    for (const { version, changedFields } of changed) {
      const { changes } = await versions.diff(fixture.ctx, 'MUG', version);
      expect(changes.map(({ path }) => path)).toEqual(changedFields);
    }
  });
});

describe('a nonexistent version', () => {
  it('is not found: a version, the version compared with, a product, a product of another workspace', async () => {
    const other = createTestContext(await createTestWorkspace(fixture.database));
    const notFound = { code: 'not_found' };
    await expect(versions.get(fixture.ctx, 'MUG', 4)).rejects.toMatchObject(notFound);
    await expect(versions.diff(fixture.ctx, 'MUG', 4)).rejects.toMatchObject(notFound);
    await expect(versions.diff(fixture.ctx, 'MUG', 1, 9)).rejects.toMatchObject(notFound);
    await expect(versions.list(fixture.ctx, 'NONE', { limit: 1 })).rejects.toMatchObject(notFound);
    await expect(versions.list(other, 'MUG', { limit: 1 })).rejects.toMatchObject(notFound);
    await expect(versions.get(other, 'MUG', 1)).rejects.toMatchObject(notFound);
    expect(await versions.document(fixture.ctx, 'MUG', 4)).toBeNull();
  });

  it('is not found: a version of a deleted product', async () => {
    await fixture.merge({ sku: 'GONE', name: 'Gone' });
    await fixture.writer.delete(fixture.ctx, 'GONE');
    await expect(versions.list(fixture.ctx, 'GONE', { limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
  });
});
