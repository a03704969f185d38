import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';
import { findForeignTables, findLooseStatements, findOwners } from './statements.ts';

const sources = readSources();

/** Files that still have statements as loose text. It only gets shorter: declare a statement in `*.sql.ts` instead. */
const loose: readonly string[] = [
  'features/assets/assets.repository.ts',
  'features/assets/image-assets.ts',
  'features/assets/list/asset-pages.ts',
  'features/events/feed-statements.ts',
  'features/jobs/records/jobs.repository.ts',
  'features/jobs/sweep-jobs.ts',
  'features/jobs/worker/job-writes.ts',
  'features/webhooks/delivery-counts.ts',
  'features/webhooks/delivery/claims.ts',
  'features/webhooks/delivery/recorder.ts',
  'features/webhooks/delivery/relay.ts',
  'features/webhooks/delivery/sweep-deliveries.ts',
  'features/webhooks/endpoints/webhook-deliveries.repository.ts',
  'features/webhooks/endpoints/webhook-endpoints.repository.ts',
];

/** Files that still name tables of another feature. It only gets shorter: ask the feature that owns the table. */
const foreign: readonly string[] = [
  'features/assets/list/asset-pages.ts: workspace_change',
  'features/catalog/catalog-version.sql.ts: workspace',
  'features/catalog/snapshot/load-catalog.sql.ts: attribute, category, category_attribute, collection, workspace',
  'features/events/feed-statements.ts: outbox, product_version',
  'features/exports/feeds/feed.sql.ts: workspace',
  'features/imports/run/import-row.sql.ts: product',
  'features/keys/api-key.sql.ts: workspace',
  'features/webhooks/delivery/claims.ts: outbox, product_version',
  'features/webhooks/delivery/relay.ts: outbox',
  'features/webhooks/endpoints/webhook-deliveries.repository.ts: outbox',
];

describe('the text of a statement', () => {
  it('is declared in a file `*.sql.ts`, where a test prepares it', () => {
    expect(findLooseStatements(sources)).toEqual(loose);
  });

  it('is found at the beginning of any string, and not in a comment', () => {
    const file = (text: string) => ({ path: 'apps/server/src/features/x/x.ts', text, lines: 1, imports: [] });
    const texts = ["'select id from x'", '`\n  with a as (select 1)`', '"delete from x"', "'update x set y = 1'"];
    for (const text of texts) expect(findLooseStatements([file(`const statement = ${text};`)])).toHaveLength(1);
    expect(findLooseStatements([file("// 'select id from x'\nconst type = 'select';")])).toEqual([]);
  });
});

describe('a table', () => {
  it('is named only by the feature that has its entity', () => {
    expect(findForeignTables(sources)).toEqual(foreign);
  });

  it('of another feature is found in text and in Kysely', () => {
    const owner = { path: 'apps/server/src/features/a/a.entity.ts', text: "tableName: 'owned'", lines: 1, imports: [] };
    const other = { ...owner, path: 'apps/server/src/features/b/b.ts' };
    expect(findOwners([owner])).toEqual(new Map([['owned', 'a']]));
    for (const text of ["'select id from owned'", "db.selectFrom('owned as o')", "'update owned set x = 1'"]) {
      expect(findForeignTables([owner, { ...other, text }])).toEqual(['features/b/b.ts: owned']);
    }
    expect(findForeignTables([owner, { ...owner, text: "'select id from owned'" }])).toEqual([]);
  });
});
