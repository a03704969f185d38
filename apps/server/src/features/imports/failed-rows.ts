import { importErrorColumn } from '@product-content/contract';
import { FileMissing, type FileStore } from '../../files/index.ts';
import { type Cell, type Row, reopenTable, type TableTarget, toLocalFile, writeTable } from '../../formats/index.ts';
import { ApiError, ConcurrencyLimit, notFound } from '../../kernel/index.ts';
import { formatNumber, joinList } from '../columns/index.ts';
import type { FailedRow, MadeFile } from '../jobs/index.ts';
import type { ImportPlan } from './plan/import-plan.ts';
import { targetsOf } from './plan/resolve-mapping.ts';

/** A file of which the failed rows are sent. */
export interface FailedRowsSource {
  readonly plan: ImportPlan;
  /** Its key in the store. */
  readonly file: string;
  readonly workspaceId: string;
  /** In file order. */
  readonly failed: AsyncIterable<FailedRow>;
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

interface WrittenFile {
  readonly target: TableTarget;
  readonly names: readonly string[];
  /** Position of the column of errors. */
  readonly position: number;
  /** Releases the slot. */
  readonly leave: () => void;
}

/** Each slot needs a copy of its file on disk. */
const capacity = { perKey: 1, total: 4, waiting: { perKey: 2, total: 8, maxWaitMs: 15_000 } } as const;

/** Sends the failed rows of files, each with its errors, so that they can be corrected and imported again. */
export class FailedRows {
  readonly #store: FileStore;
  readonly #concurrency = new ConcurrencyLimit(capacity);

  constructor(store: FileStore) {
    this.#store = store;
  }

  toFile(source: FailedRowsSource): MadeFile {
    const { detected } = source.plan.layout;
    const ending = detected.format === 'tsv' ? 'tsv' : isNested(source.plan) ? 'ndjson' : 'csv';
    return { mediaType: mediaTypes[ending], ending, open: () => this.#open(source, ending) };
  }

  async #open(source: FailedRowsSource, ending: keyof typeof mediaTypes): Promise<AsyncIterable<Buffer>> {
    const leave = await this.#enter(source.workspaceId);
    const { plan } = source;
    const { columns, detected } = plan.layout;
    const header = detected.header !== false;
    const position = positionOfErrors(plan);
    const isTaken = position === columns.length && columns.includes(importErrorColumn);
    const names = columns.toSpliced(position, 1, isTaken ? `${importErrorColumn}#2` : importErrorColumn);
    const target: TableTarget =
      ending === 'ndjson'
        ? { format: 'ndjson' }
        : { format: ending, header, bom: true, ...(ending === 'csv' && { delimiter: detected.delimiter ?? ',' }) };
    const content = this.#write(source, { target, names, position, leave });
    // Once started, it also ends if nobody reads it.
    await content.next();
    return content;
  }

  async *#write(
    source: FailedRowsSource,
    { target, names, position, leave }: WrittenFile,
  ): AsyncGenerator<Buffer, void, undefined> {
    try {
      const file = await toLocalFile(await this.#store.open(source.file));
      try {
        // If the import sets the option `encoding`, the byte order mark says that this file is UTF-8.
        const needsMark = target.format === 'ndjson' && source.plan.options.encoding !== 'auto';
        yield Buffer.alloc(0);
        if (needsMark) yield Buffer.from('\ufeff');
        const rows = reopenTable(file, source.plan.layout).rows();
        yield* writeTable(target, names, failedRows(rows, source, position));
      } finally {
        await file.remove();
      }
    } catch (error) {
      if (error instanceof FileMissing) throw notFound('file');
      throw error;
    } finally {
      leave();
    }
  }

  /** Waits for a slot. @returns a function that releases it. */
  async #enter(workspaceId: string): Promise<() => void> {
    const entered = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const work = () => {
      entered.resolve();
      return left.promise;
    };
    this.#concurrency.run(work, { key: workspaceId, refuse: tooMany }).catch(entered.reject);
    await entered.promise;
    return left.resolve;
  }
}

async function* failedRows(
  rows: AsyncIterable<Row>,
  { plan, failed }: FailedRowsSource,
  position: number,
): AsyncGenerator<Cell[]> {
  const toCells = createCellWriter(plan);
  const failures = failed[Symbol.asyncIterator]();
  let next = await failures.next();
  for await (const row of rows) {
    while (next.done !== true && next.value.row < row.number) next = await failures.next();
    if (next.done === true) return;
    if (next.value.row !== row.number) continue;
    const cells = toCells(row);
    cells[position] = next.value.error;
    yield cells;
  }
}

/** Writes cells so that the same import reads them again. */
function createCellWriter(plan: ImportPlan): (row: Row) => Cell[] {
  const { layout, options, separators } = plan;
  const { columns, detected } = layout;
  if (isNested(plan)) {
    // An empty element does not mean empty text.
    const isXml = detected.format === 'xml';
    return ({ cells }) => Array.from(columns, (_, at) => (isXml && cells[at] === '' ? undefined : cells[at]));
  }
  const separator = options.decimalSeparator === 'auto' ? undefined : options.decimalSeparator;
  const listSeparator = options.listSeparator ?? '|';
  return ({ cells }) =>
    Array.from(columns, (name, at) => {
      const cell = cells[at];
      if (typeof cell === 'number') return formatNumber(cell, separator ?? separators[name] ?? '.');
      return Array.isArray(cell) ? joinList(cell.map(String), listSeparator) : cell;
    });
}

/** True for JSON and XML, whose cells may be lists and objects. */
function isNested({ layout: { detected } }: ImportPlan): boolean {
  return !['csv', 'tsv', 'xlsx'].includes(detected.format);
}

/** After all columns, or in place of the errors of an earlier import. */
function positionOfErrors({ layout: { columns }, mapping }: ImportPlan): number {
  const known = columns.indexOf(importErrorColumn);
  return known < 0 || targetsOf(mapping, importErrorColumn).length > 0 ? columns.length : known;
}

function tooMany(): ApiError {
  return new ApiError('rate_limited', 'Too many files of failed rows are being sent; try again when one has ended.', {
    headers: { 'Retry-After': '5' },
  });
}
