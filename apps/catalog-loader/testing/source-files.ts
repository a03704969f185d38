import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { CatalogReader } from '../src/catalogs/catalog-reader.ts';
import type { LoadPlan, PlannedProduct } from '../src/load-plan.ts';
import { type Finding, Ledger } from '../src/report/ledger.ts';
import { targetWorkspace } from './target-workspace.ts';

/** Creates a folder with these files for one test; a file whose name ends in `.gz` is compressed. */
export async function sourceFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'load-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return folder;
}

/** CSV text of rows by column; missing cells are empty. */
export function csv(rows: readonly Readonly<Record<string, string>>[], delimiter = ','): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (cell: string) => (/["\n;,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return lines.map((cells) => `${cells.map(quote).join(delimiter)}\n`).join('');
}

export interface ReadCatalog {
  readonly plan: LoadPlan;
  readonly products: readonly PlannedProduct[];
  readonly findings: readonly Finding[];
  readonly ledger: Ledger;
  product(sku: string): PlannedProduct | undefined;
  /** Findings about one record, by outcome and reason. */
  about(subject: string): string[];
}

/** Reads a whole catalog from files. */
export async function readCatalog(
  reader: CatalogReader,
  files: Readonly<Record<string, string>>,
  options: { imageBase?: string; currency?: string } = {},
): Promise<ReadCatalog> {
  const findings: Finding[] = [];
  const ledger = new Ledger((finding) => findings.push(finding));
  const folder = await sourceFolder(files);
  const plan = await reader.read({ folder, workspace: targetWorkspace, ledger, currency: 'EUR', ...options });
  const products: PlannedProduct[] = [];
  for await (const product of plan.products()) products.push(product);
  return {
    plan,
    products,
    findings,
    ledger,
    product: (sku) => products.find((product) => product.sku === sku),
    about: (subject) =>
      findings.filter((finding) => finding.subject === subject).map(({ outcome, reason }) => `${outcome}: ${reason}`),
  };
}
