import type { ProductInput } from '@product-content/contract';
import { catalogParts } from '../../src/catalog-parts.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../src/features/catalog/index.ts';
import { createAssociationRemoval } from '../../src/features/products/effects/pending-rewrites.ts';
import { noImageAssets } from '../../src/features/products/product-images.ts';
import type { ProductDocument } from '../../src/features/products/state/product-document.ts';
import { ProductWriter } from '../../src/features/products/write/product-writer.ts';
import type { SaveCommand, SavedProduct } from '../../src/features/products/write/write-command.ts';
import { ApiError, type IdSource, type RequestContext, systemClock, systemIds } from '../../src/kernel/index.ts';
import type { Database } from '../../src/storage/index.ts';
import { createTestContext, createTestDatabase, createTestWorkspace } from '../index.ts';

/** A writer on a dedicated database, in a workspace with a small catalog. */
export interface WriterFixture {
  readonly url: string;
  readonly database: Database;
  readonly writer: ProductWriter;
  readonly ctx: RequestContext;
  /** Creates a product, or saves it by the rules of PATCH when it exists. */
  merge(input: ProductInput & { sku: string }, ctx?: RequestContext): Promise<SavedProduct>;
  /** Saves by the rules of PUT. */
  replace(input: ProductInput & { sku: string }): Promise<SavedProduct>;
  /** The error messages by field of a save. */
  refusal(input: ProductInput & { sku: string }): Promise<Readonly<Record<string, string>>>;
  /** A product as it is stored. */
  stored(sku: string): Promise<ProductDocument | undefined>;
  /** Runs the job that removes associations after deletions. @returns the number of batches. */
  removeAssociations(): Promise<number>;
  /** The types of the events in the outbox, in order. */
  events(): Promise<string[]>;
  drop(): Promise<void>;
}

const attributes = [
  { code: 'color', type: 'select', axis: true, options: ['red', 'blue', 'green'] },
  { code: 'size', type: 'select', axis: true, options: ['s', 'm', 'l'] },
  { code: 'serial', type: 'text', unique: true },
  { code: 'care', type: 'textarea', localizable: true },
  { code: 'volume', type: 'decimal' },
] as const;

const insertAttributes = `
  insert into attribute (workspace_id, id, code, label, labels, type, localizable, required, is_unique, usable_as_axis,
    options, validation, position, created_at, updated_at)
  select $1, a.id, a.code, a.code, '{}', a.type, coalesce(a.localizable, false), false, coalesce(a.unique, false),
    coalesce(a.axis, false), coalesce(a.options, '[]'), '{}', 0, now(), now()
  from jsonb_to_recordset($2::jsonb) as a (id uuid, code text, type text, localizable boolean, "unique" boolean,
    axis boolean, options jsonb)`;

const insertCategories = `
  insert into category (workspace_id, id, code, name, translations, parent_id, position, created_at, updated_at)
  select $1, c.id, c.code, c.code, '{}', null, 0, now(), now() from jsonb_to_recordset($2::jsonb) as c (id uuid, code text)`;

const insertCollections = `
  insert into collection (workspace_id, id, code, name, translations, position, created_at, updated_at)
  select $1, c.id, c.code, c.code, '{}', 0, now(), now() from jsonb_to_recordset($2::jsonb) as c (id uuid, code text)`;

/** @param ids those of the writer. */
export async function createWriterFixture({ ids = systemIds }: { ids?: IdSource } = {}): Promise<WriterFixture> {
  const { url, database, drop } = await createTestDatabase();
  const workspace = await createTestWorkspace(database);
  const ctx = createTestContext(workspace);
  const locks = new PostgresCatalogLocks(database);
  const catalog = new CachedCatalogReader({ database, locks, parts: catalogParts });
  const writer = new ProductWriter({
    database,
    catalog,
    locks,
    assets: { find: async () => noImageAssets },
    clock: systemClock,
    ids,
  });
  const removal = createAssociationRemoval({
    ...{ database, catalog, locks, clock: systemClock, ids: systemIds },
    workspace: async () => workspace,
  });
  const withIds = (rows: readonly object[]) => JSON.stringify(rows.map((row) => ({ id: systemIds.next(), ...row })));
  const definitions = attributes.map((attribute) => ({
    ...attribute,
    options:
      'options' in attribute ? attribute.options.map((code) => ({ code, label: code, labels: {}, position: 0 })) : [],
  }));
  await database.query(insertAttributes, [workspace.id, withIds(definitions)]);
  await database.query(insertCategories, [workspace.id, withIds([{ code: 'mugs' }, { code: 'plates' }])]);
  await database.query(insertCollections, [
    workspace.id,
    withIds([{ code: 'summer' }, { code: 'winter' }, { code: 'autumn' }]),
  ]);

  const save = (input: ProductInput & { sku: string }, mode: SaveCommand['mode'], context = ctx) =>
    writer.save(context, { reference: input.sku, input, mode, whenMissing: 'create', whenExisting: 'change' });

  return {
    url,
    database,
    writer,
    ctx,
    merge: (input, context) => save(input, 'merge', context),
    replace: (input) => save(input, 'replace'),
    async refusal(input) {
      const error = await save(input, 'merge').catch((reason: unknown) => reason);
      if (!(error instanceof ApiError)) throw new Error(`Expected a refusal, got ${JSON.stringify(error)}`);
      return error.details?.fieldErrors ?? {};
    },
    async stored(sku) {
      const text = 'select document from product where workspace_id = $1 and sku = $2';
      const { rows } = await database.query<{ document: string }>(text, [workspace.id, sku]);
      return rows[0] && (JSON.parse(rows[0].document) as ProductDocument);
    },
    removeAssociations: () => removal.drain(),
    async events() {
      const text = 'select type from outbox where workspace_id = $1 order by id';
      const { rows } = await database.query<{ type: string }>(text, [workspace.id]);
      return rows.map(({ type }) => type);
    },
    drop,
  };
}
