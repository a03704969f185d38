import { Readable } from 'node:stream';
import {
  type CatalogRecordType,
  delimiters,
  type ExportOptions,
  type ExportRun,
  type JobError,
} from '@product-content/contract';
import { type TableTarget, type WriteWarning, writeTable } from '../../../formats/index.ts';
import type { RequestContext } from '../../../kernel/index.ts';
import type { Snapshot } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { ProductSelector, Selection } from '../../products/index.ts';
import { exportColumns } from '../options/export-columns.ts';
import { defaultOptions } from '../options/export-options.ts';
import { createRowWriter } from './row-writer.ts';

/** The totals of a file, known once it is written. */
export type Tally = Pick<ExportRun, 'count' | 'warnings'>;

/** A file of products or other records that is being written. */
export interface RecordFile {
  /** The bytes, generated while they are read. */
  readonly content: Readable;
  /** Complete once the content has been read to its end. */
  readonly tally: Tally;
}

export interface WriteOptions {
  /** Called after each batch with the number of rows written so far. */
  readonly onProgress?: (count: number) => void;
  /** Called with the records of each batch. */
  readonly onRecords?: (records: readonly object[]) => void;
  /** Called for each problem that is not fatal. */
  readonly onWarning?: (warning: JobError) => void;
}

export interface RecordFilesOptions {
  readonly catalog: CatalogReader;
  readonly selector: ProductSelector;
  /** The sources of catalog records. */
  readonly records: Readonly<Record<CatalogRecordType, RecordSource>>;
}

/** All records of one kind of a workspace, in the form of the API. */
export interface RecordSource {
  list(ctx: Pick<RequestContext, 'workspace'>): Promise<readonly object[]>;
}

/** The records of an export. */
export interface ExportedRecords extends Pick<Selection, 'count' | 'usedAttributes'> {
  batches(on: Snapshot): AsyncIterable<readonly object[]>;
}

/**
 * Writes files of products, in memory that does not grow with them, and of catalog records, which are held in memory
 * anyway.
 */
export class RecordFiles {
  readonly #options: RecordFilesOptions;

  constructor(options: RecordFilesOptions) {
    this.#options = options;
  }

  /** Selects the records of an export. */
  async select(ctx: Pick<RequestContext, 'workspace'>, options: ExportOptions): Promise<ExportedRecords> {
    const { recordType = defaultOptions.recordType } = options;
    if (recordType !== 'products') return toSelection(await this.#options.records[recordType].list(ctx));
    const { filter: { sort, ...filter } = {}, includeVariants = defaultOptions.includeVariants } = options;
    return this.#options.selector.select(ctx, { filter, sort, includeVariants });
  }

  /**
   * @param on a snapshot; it stays open until the content is read or destroyed.
   * @param selection must be made with the same options.
   */
  async write(
    { workspace }: Pick<RequestContext, 'workspace'>,
    on: Snapshot,
    selection: ExportedRecords,
    options: ExportOptions,
    { onProgress = () => undefined, onRecords = () => undefined, onWarning = () => undefined }: WriteOptions = {},
  ): Promise<RecordFile> {
    const scope = { workspace, catalog: await this.#options.catalog.snapshot(workspace.id) };
    const used = options.columns === undefined ? await selection.usedAttributes(on) : new Set<string>();
    const { columns, removed } = exportColumns(scope, options, (code) => used.has(code));
    const { format, delimiter, bom } = { ...defaultOptions, ...options };
    const toRow = createRowWriter(format, columns);
    const tally = { count: 0, warnings: removed.length };
    for (const key of removed) onWarning(columnGone(key));

    async function* rows() {
      for await (const records of selection.batches(on)) {
        for (const record of records) yield toRow(record);
        tally.count += records.length;
        onRecords(records);
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

function toSelection(records: readonly object[]): ExportedRecords {
  return {
    count: async (_, limit) => Math.min(records.length, limit ?? records.length),
    usedAttributes: async () => new Set(),
    async *batches() {
      yield records;
    },
  };
}
