import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat, Job, Product } from '@product-content/contract';
import { openTable } from '@product-content/server/formats';
import { expect } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { finished } from '../exports/run-export.ts';
import type { OpenWorkspace } from '../open-workspace.ts';

/** The file of a workspace's whole catalog. */
export async function exportFile(
  app: App,
  open: OpenWorkspace,
  format: ExportFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { key } = await app.createKey(open.workspace);
  const response = await fetch(`${app.baseUrl}/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** Imports a file, every row of it. */
export async function importFile(
  { api }: OpenWorkspace,
  file: Uint8Array<ArrayBuffer>,
  format: ExportFormat,
): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([file]), `products.${format}`);
  const accepted = await api.post<Job>('/imports', form);
  expect(accepted.status, accepted.toString()).toBe(202);
  const job = await finished(api, accepted.data);
  expect([job.status, job.errors], JSON.stringify(job)).toEqual(['completed', []]);
}

/** What a product says, without what each workspace has of its own. */
function contentOf({ id: _, version: __, createdAt: ___, updatedAt: ____, ...product }: Product): unknown {
  const code = (reference: { readonly code: string } | null) => reference?.code ?? null;
  return {
    ...product,
    parent: product.parent?.sku ?? null,
    category: code(product.category),
    collections: product.collections.map(code),
  };
}

/** What all products of a workspace say, by SKU. */
export async function contents(open: OpenWorkspace): Promise<unknown[]> {
  return (await open.read<Product[]>('/products?sort=sku:asc&limit=250')).map(contentOf);
}

/** The rows of a file by column, in the order of their SKUs; without the ids, which each workspace has of its own. */
export async function rowsOf(file: Uint8Array, format: ExportFormat): Promise<Record<string, unknown>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-rows-'));
  try {
    const name = `products.${format}`;
    await writeFile(join(folder, name), file);
    const table = await openTable({ path: join(folder, name), name });
    const rows: Record<string, unknown>[] = [];
    for await (const { cells } of table.rows()) {
      const { id: _, ...row } = Object.fromEntries(table.layout.columns.map((column, index) => [column, cells[index]]));
      rows.push(row);
    }
    return rows.sort((a, b) => (String(a.sku) < String(b.sku) ? -1 : 1));
  } finally {
    await rm(folder, { recursive: true });
  }
}
