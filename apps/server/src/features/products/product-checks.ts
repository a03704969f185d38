import { isDeepStrictEqual } from 'node:util';
import { type ProductInput, ProductInputSchema } from '@product-content/contract';
import type { Check, Finding, WorkspaceSettings } from '../../kernel/index.ts';
import type { Database, Snapshot } from '../../storage/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../catalog/index.ts';
import { ProductSelector } from './list/product-selection.ts';
import { readAsInput } from './merge/read-input.ts';
import { findForeignCurrencies, findLostAssociations } from './product-checks.sql.ts';
import type { ProductDocument } from './state/product-document.ts';

export interface ProductChecksOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly workspaces: () => Promise<WorkspaceSettings[]>;
}

const sampleSize = 5;

/** Finds products that current rules would reject, but that were stored before these rules existed. */
export function createProductChecks(options: ProductChecksOptions): readonly Check[] {
  const perWorkspace = (name: string, find: FindIn): Check => ({
    name,
    run: () => findIn(options, find),
  });
  return [
    perWorkspace('products.currencies', findCurrencies),
    perWorkspace('products.associations', findAssociations),
    perWorkspace('products.white-space', (on, workspace) => findWhiteSpace(on, workspace, options.catalog)),
  ];
}

type FindIn = (on: Snapshot, workspace: WorkspaceSettings) => Promise<Omit<Finding, 'workspace'> | null>;

async function findIn({ database, workspaces }: ProductChecksOptions, find: FindIn): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const workspace of await workspaces()) {
    const found = await database.snapshot(async (on) => {
      // It reads every product, and no request waits for it.
      await on.query('set local statement_timeout = 0');
      return find(on, workspace);
    });
    if (found !== null) findings.push({ workspace: workspace.slug, ...found });
  }
  return findings;
}

async function findCurrencies(on: Snapshot, { id, currencies }: WorkspaceSettings) {
  const rows = await on.run(findForeignCurrencies, { workspaceId: id, currencies });
  return toFinding(
    rows,
    (names) =>
      `Prices are in ${names}; the workspace has ${currencies.join(', ')}. Exports leave them out. Remove them, or set them in a currency of the workspace.`,
  );
}

async function findAssociations(on: Snapshot, { id }: WorkspaceSettings) {
  const rows = await on.run(findLostAssociations, { workspaceId: id });
  return toFinding(rows, (names) => `Associations name SKUs that no product has: ${names}. Send them without these.`);
}

interface Found {
  readonly count: number;
  readonly samples: readonly string[];
  readonly names: readonly string[];
}

function toFinding([row]: readonly Found[], describe: (names: string) => string) {
  if (row === undefined || row.count === 0) return null;
  const { count, samples, names } = row;
  return { count, samples, message: describe(names.join(', ')) };
}

async function findWhiteSpace(on: Snapshot, workspace: WorkspaceSettings, reader: CatalogReader) {
  const catalog = await reader.snapshot(workspace.id);
  const selector = new ProductSelector({ catalog: reader });
  const fields = new Set<string>();
  const samples: string[] = [];
  let count = 0;
  const products = await selector.select({ workspace }, { filter: {}, includeVariants: true });
  for await (const documents of products.batches(on, 500)) {
    for (const document of documents) {
      const untrimmed = untrimmedFields(document, catalog);
      if (untrimmed.length === 0) continue;
      count += 1;
      if (samples.length < sampleSize) samples.push(document.sku);
      for (const field of untrimmed) fields.add(field);
    }
  }
  if (count === 0) return null;
  const named = [...fields].join(', ');
  const message = `Text in ${named} has surrounding white space, or nothing else. Filters do not match it. Write the field again to remove it.`;
  return { count, samples, message };
}

/** The fields that would be stored differently if they were sent today. */
function untrimmedFields(document: ProductDocument, catalog: CatalogSnapshot): string[] {
  const entries = Object.entries(document).filter(([field]) => Object.hasOwn(ProductInputSchema.shape, field));
  const stored = Object.fromEntries(entries) as ProductInput;
  const read = readAsInput(stored, catalog) as Readonly<Record<string, unknown>>;
  return entries.filter(([field, value]) => !isDeepStrictEqual(read[field], value)).map(([field]) => field);
}
