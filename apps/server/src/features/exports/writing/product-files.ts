import { Readable } from 'node:stream';
import { delimiters, type ExportOptions, type ExportRun, type JobError } from '@product-content/contract';

import { type TableTarget, type WriteWarning, writeTable } from '../../../formats/index.ts';
import type { RequestContext } from '../../../kernel/index.ts';
import type { Snapshot } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { ProductDocument, ProductSelector, Selection } from '../../products/index.ts';
import { exportColumns } from '../options/export-columns.ts';
import { defaultOptions } from '../options/export-options.ts';
import { createRowWriter } from './row-writer.ts';

/** What is known of a file once it is written. */
export type Tally = Pick<ExportRun, 'count' | 'warnings'>;

/** A file of products that is being written. */
export interface ProductFile {
  /** Its bytes, written as they are read. */
  readonly content: Readable;
  /** Right when the content has been read to its end. */
  readonly tally: Tally;
}

export interface WriteOptions {
  /** Told of the rows written so far, once a batch. */
  readonly onProgress?: (count: number) => void;
  /** Told of the products of each batch. */
  readonly onProducts?: (products: readonly ProductDocument[]) => void;
  /** Told of each problem that is not fatal. */
  readonly onWarning?: (warning: JobError) => void;
}

export interface ProductFilesOptions {
  readonly catalog: CatalogReader;
  readonly selector: ProductSelector;
}

/** Writes files of products, from the first byte to the last in memory that does not grow with them. */
export class ProductFiles {
  readonly #options: ProductFilesOptions;

  constructor(options: ProductFilesOptions) {
    this.#options = options;
  }

  /** Which products an export has. */
  select(ctx: Pick<RequestContext, 'workspace'>, options: ExportOptions): Promise<Selection> {
    const { filter: { sort, ...filter } = {}, includeVariants = defaultOptions.includeVariants } = options;
    return this.#options.selector.select(ctx, { filter, sort, includeVariants });
  }

  /**
   * @param on a snapshot; it stays open until the content is read or destroyed.
   * @param selection made with the same options.
   */
  async write(
    { workspace }: Pick<RequestContext, 'workspace'>,
    on: Snapshot,
    selection: Selection,
    options: ExportOptions,
    { onProgress = () => undefined, onProducts = () => undefined, onWarning = () => undefined }: WriteOptions = {},
  ): Promise<ProductFile> {
    const scope = { workspace, catalog: await this.#options.catalog.snapshot(workspace.id) };
    const used = options.columns === undefined ? await selection.usedAttributes(on) : new Set<string>();
    const { columns, removed } = exportColumns(scope, options, (code) => used.has(code));
    const { format, delimiter, bom } = { ...defaultOptions, ...options };
    const toRow = createRowWriter(format, columns);
    const tally = { count: 0, warnings: removed.length };
    for (const key of removed) onWarning(columnGone(key));

    async function* rows() {
      for await (const products of selection.batches(on)) {
        for (const product of products) yield toRow(product);
        tally.count += products.length;
        onProducts(products);
        onProgress(tally.count);
      }
    }

    const onCellWarning = ({ row, column, message }: WriteWarning) => {
      tally.warnings += 1;
      onWarning({ row, column, sku: null, field: column, code: 'validation_failed', message, value: null });
    };
    const target: TableTarget =
      format === 'csv'
        ? { format, delimiter: delimiters[delimiter], bom }
        : format === 'xlsx'
          ? { format, onWarning: onCellWarning }
          : { format };
    const keys = columns.map(({ key }) => key);
    return { content: Readable.from(writeTable(target, keys, rows()), { objectMode: false }), tally };
  }
}

function columnGone(column: string): JobError {
  const message = 'The workspace no longer has this column.';
  return { row: null, column, sku: null, field: null, code: 'not_found', message, value: null };
}
