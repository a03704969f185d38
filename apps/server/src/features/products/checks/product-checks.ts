import { isDeepStrictEqual } from 'node:util';
import { type ProductInput, ProductInputSchema } from '@product-content/contract';
import type { Check, Finding, WorkspaceSettings } from '../../../kernel/index.ts';
import { type Database, readBatches, type Snapshot } from '../../../storage/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import { type ProductDocument, parseDocument } from '../state/product-document.ts';
import { readAsInput } from '../write/merge/read-input.ts';

export interface ProductChecksOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly workspaces: () => Promise<WorkspaceSettings[]>;
}

const sampleSize = 5;

/** What today's rules refuse and products may hold from before there were these rules. */
export function createProductChecks(options: ProductChecksOptions): readonly Check[] {
  const perWorkspace = (name: string, find: FindIn): Check => ({
    name,
    run: () => findIn(options, find),
  });
  return [
    perWorkspace('products.currencies', findForeignCurrencies),
    perWorkspace('products.associations', findLostAssociations),
    perWorkspace('products.white-space', (on, workspace) => findWhiteSpace(on, workspace, options.catalog)),
  ];
}

type FindIn = (on: Snapshot, workspace: WorkspaceSettings) => Promise<Omit<Finding, 'workspace'> | null>;

async function findIn({ database, workspaces }: ProductChecksOptions, find: FindIn): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const workspace of await workspaces()) {
    const found = await database.snapshot(async (on) => {
      // It reads every product, and nobody waits for it.
      await on.query('set local statement_timeout = 0');
      return find(on, workspace);
    });
    if (found !== null) findings.push({ workspace: workspace.slug, ...found });
  }
  return findings;
}

interface FoundRow {
  readonly count: number;
  readonly samples: string[] | null;
  /** What the products name that they should not, each once. */
  readonly names: string[] | null;
}

/** @param found a statement that gives `sku` and `name`, a row for each name of a product. */
const summarize = (found: string) => `
  with found as materialized (${found})
  select count(distinct sku)::int as count,
    (select array_agg(sku) from (select distinct sku from found order by sku limit ${sampleSize}) s) as samples,
    (select array_agg(name) from (select distinct name from found order by name limit 20) n) as names
  from found`;

const selectForeignCurrencies = summarize(`
  select p.sku, c.code as name from product p
  cross join lateral (select p.currency as code union select jsonb_object_keys(p.document::jsonb -> 'prices')) as c
  where p.workspace_id = $1 and c.code <> all($2::text[])`);

async function findForeignCurrencies(on: Snapshot, { id, currencies }: WorkspaceSettings) {
  const { rows } = await on.query<FoundRow>(selectForeignCurrencies, [id, currencies]);
  return toFinding(
    rows,
    (names) =>
      `Prices are in ${names}; the workspace has ${currencies.join(', ')}. Exports leave them out. Remove them, or set them in a currency of the workspace.`,
  );
}

const selectLostAssociations = summarize(`
  select p.sku, other.sku as name from product p cross join unnest(p.associated_skus) as other (sku)
  where p.workspace_id = $1 and p.associated_skus <> '{}'
  and not exists (select from product q where q.workspace_id = $1 and q.sku = other.sku)
  and not exists (select from association_removal r where r.workspace_id = $1 and other.sku = any(r.skus))`);

async function findLostAssociations(on: Snapshot, { id }: WorkspaceSettings) {
  const { rows } = await on.query<FoundRow>(selectLostAssociations, [id]);
  return toFinding(rows, (names) => `Associations name SKUs that no product has: ${names}. Send them without these.`);
}

function toFinding([row]: readonly FoundRow[], describe: (names: string) => string) {
  if (row === undefined || row.count === 0) return null;
  const { count, samples, names } = row;
  return { count, samples: samples ?? [], message: describe((names ?? []).join(', ')) };
}

async function findWhiteSpace(on: Snapshot, { id }: WorkspaceSettings, reader: CatalogReader) {
  const catalog = await reader.snapshot(id);
  const fields = new Set<string>();
  const samples: string[] = [];
  let count = 0;
  const text = 'select document from product where workspace_id = $1 order by sku';
  for await (const rows of readBatches<{ document: string }>(on, text, [id], 500)) {
    for (const document of rows.map((row) => parseDocument(row.document))) {
      const untidy = untidyFields(document, catalog);
      if (untidy.length === 0) continue;
      count += 1;
      if (samples.length < sampleSize) samples.push(document.sku);
      for (const field of untidy) fields.add(field);
    }
  }
  if (count === 0) return null;
  const named = [...fields].join(', ');
  const message = `White space is around text, or is all of it, in ${named}. Filters do not find it. Writing the field again removes it.`;
  return { count, samples, message };
}

/** The fields that would be kept otherwise if they were sent today. */
function untidyFields(document: ProductDocument, catalog: CatalogSnapshot): string[] {
  const entries = Object.entries(document).filter(([field]) => Object.hasOwn(ProductInputSchema.shape, field));
  const stored = Object.fromEntries(entries) as ProductInput;
  const read = readAsInput(stored, catalog) as Readonly<Record<string, unknown>>;
  return entries.filter(([field, value]) => !isDeepStrictEqual(read[field], value)).map(([field]) => field);
}
