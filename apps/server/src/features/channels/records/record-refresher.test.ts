import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, createTestContext, createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function loadProducts(count: number): Promise<void> {
  const ctx = createTestContext(app.workspace);
  for (let from = 0; from < count; from += 500) {
    const items = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const sku = `P-${String(from + index).padStart(5, '0')}`;
      return { sku, name: `Product ${sku}`, status: 'approved', ...(index % 10 !== 0 && { price: 1 + index }) };
    });
    await app.container.products.bulk(ctx, items, { mode: 'merge', includeProducts: false });
  }
}

// Each test continues from the one before.
describe('channel records', { shuffle: false }, () => {
  it('rewrites the records of 2,500 products in batches with the same number of statements, however large they are', async () => {
    const ctx = createTestContext(app.workspace);
    await loadProducts(2_500);
    const channel = await app.container.channels.create(ctx, {
      code: 'shop',
      name: 'Shop',
      type: 'shop',
      platform: 'json_feed',
      settings: undefined,
    });
    await app.container.channelRecords.finish(app.workspace);
    expect((await app.container.channels.get(ctx, channel.id)).readiness.total).toBe(2_500);
    const mapping = [{ target: 'price', source: [{ field: 'price' }], required: true }];
    const { rowCount } = await app.container.database.query(
      `update channel set mapping = $1::jsonb, refresh_after = '00000000-0000-0000-0000-000000000000' where code = 'shop'`,
      [JSON.stringify(mapping)],
    );
    expect(rowCount).toBe(1);
    const { result: batches, statements } = await countStatements(app.container.database, () =>
      app.container.channelRecords.finish(app.workspace),
    );
    // Five full batches, and one that finds the end.
    expect(batches).toBe(6);
    expect(statements).toBeLessThanOrEqual(batches * 16 + 1);
    const { readiness } = await app.container.channels.get(ctx, channel.id);
    expect(readiness).toEqual({ total: 2_500, ready: 2_250, withWarnings: 0, withErrors: 250 });
    const counted = await app.container.database.query<{ total: number; ready: number }>(
      'select count(*) as total, count(*) filter (where ready) as ready from channel_product where workspace_id = $1',
      [app.workspace.id],
    );
    expect(counted.rows).toEqual([{ total: 2_500, ready: 2_250 }]);
  });

  it('reads a summary without counting records', async () => {
    const { texts } = await countStatements(app.container.database, () =>
      app.container.channels.list(createTestContext(app.workspace)),
    );
    expect(texts.filter((text) => text.includes('channel_product'))).toEqual([]);
  });

  it('does nothing when nothing has changed', async () => {
    expect(await app.container.channelRecords.finish(app.workspace)).toBe(0);
  });
});

it('writes records of more than 4 MiB in total with several statements', async () => {
  const workspace = await createTestWorkspace(app.container.database);
  const ctx = createTestContext(workspace);
  const description = 'x'.repeat(60_000);
  const items = Array.from({ length: 40 }, (_, index) => ({ sku: `L-${index}`, name: 'Long', description }));
  await app.container.products.bulk(ctx, items, { mode: 'merge', includeProducts: false });
  // Each record contains the text four times: as two values, and twice in the payload.
  const mapping = ['text', 'again'].map((target) => ({ target, source: [{ field: 'description' }] }));
  const { result: channel, texts } = await countStatements(app.container.database, async () => {
    const input = { code: 'long', name: 'Long', type: 'shop', platform: 'json_feed', settings: undefined } as const;
    const created = await app.container.channels.create(ctx, { ...input, mapping: mapping as never });
    await app.container.channelRecords.finish(workspace);
    return created;
  });
  const saves = texts.filter((text) => text.includes('insert into channel_product'));
  expect(saves).toHaveLength(Math.ceil((40 * 4 * 60_000) / (4 * 1024 * 1024)));
  expect((await app.container.channels.get(ctx, channel.id)).readiness.total).toBe(40);
});
