import type { Cell, Row } from '../../../formats/index.ts';
import { mapInSlices } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import {
  deleteFirstRows,
  deleteRows,
  findHopeless,
  insertRows,
  releaseRows,
  selectDue,
  selectSimulated,
  selectSimulatedReferences,
} from './import-row.sql.ts';

/** A row that is deferred. */
export interface DeferredRow {
  readonly row: Row;
  /** SKU or id of its product. */
  readonly reference: string;
  /** It is saved after those that are not late: a variant, or a row whose product appears in another row too. */
  readonly isLate: boolean;
  /** SKUs it waits for. */
  readonly needs: readonly string[];
}

/** A waiting row that can be saved now. */
export interface DueRow extends Pick<DeferredRow, 'row' | 'needs'> {
  /** The records it needs are about to be saved with it. */
  readonly isAnnounced: boolean;
}

/** A row by which a dry run would have saved a product. */
export type SimulatedRow = Pick<DeferredRow, 'row' | 'reference'>;

/** The size of one transaction's work. */
export interface BatchSize {
  readonly rows: number;
  /** Characters of all cells; a single row may have more. */
  readonly characters: number;
}

/** The job, as its rows refer to it. */
export interface ImportScope {
  readonly workspaceId: string;
  readonly jobId: string;
}

/** Rows deleted per statement. */
const forgetBatch = 10_000;

/** Rows an import has deferred, in PostgreSQL: they are committed with the batch they belong to. */
export class DeferredRowsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async keep(
    { workspaceId, jobId }: ImportScope,
    state: 'waiting' | 'simulated',
    rows: readonly DeferredRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const records = rows.map(({ row, reference: sku, isLate: is_late, needs }) => {
      return { number: row.number, sku, is_late, needs, cells: toText(row) };
    });
    await this.#database.run(insertRows, { workspaceId, jobId, state, records: JSON.stringify(records) });
  }

  /** Marks rows that wait for records which will never come. */
  async findHopeless({ workspaceId, jobId }: ImportScope): Promise<void> {
    await this.#database.run(findHopeless, { workspaceId, jobId });
  }

  /** The next rows in some states, late ones last. */
  async due(
    { workspaceId, jobId }: ImportScope,
    states: readonly ('waiting' | 'due' | 'hopeless')[],
    most: BatchSize,
  ): Promise<DueRow[]> {
    return mapInSlices(await this.#database.run(selectDue, { workspaceId, jobId, states, ...most }), fromStored);
  }

  /**
   * Releases rows that do not wait for another waiting row.
   *
   * @param isLast releases all waiting rows, even those that wait for each other.
   * @returns whether there are any.
   */
  async release({ workspaceId, jobId }: ImportScope, isLast: boolean): Promise<boolean> {
    const [released] = await this.#database.run(releaseRows, { workspaceId, jobId, isLast });
    return (released?.count ?? 0) > 0;
  }

  /** Rows of earlier batches by which a dry run would have saved these products, in order. */
  async simulated({ workspaceId, jobId }: ImportScope, references: readonly string[]): Promise<SimulatedRow[]> {
    if (references.length === 0) return [];
    return mapInSlices(await this.#database.run(selectSimulated, { workspaceId, jobId, references }), fromStored);
  }

  /** The products that a dry run would have saved by the first rows with some keys. */
  async simulatedReferences({ workspaceId, jobId }: ImportScope, keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const found = await this.#database.run(selectSimulatedReferences, { workspaceId, jobId, keys });
    return found.map(({ reference }) => reference);
  }

  /** Deletes all rows of an import, in batches. */
  async forgetAll({ workspaceId, jobId }: ImportScope): Promise<void> {
    for (let deleted = forgetBatch; deleted === forgetBatch; ) {
      const [rows] = await this.#database.run(deleteFirstRows, { workspaceId, jobId, limit: forgetBatch });
      deleted = rows?.count ?? 0;
    }
  }

  async forget({ workspaceId, jobId }: ImportScope, rows: readonly number[]): Promise<void> {
    if (rows.length > 0) await this.#database.run(deleteRows, { workspaceId, jobId, rows });
  }
}

function fromStored<Fields extends { readonly number: number; readonly cells: string }>({
  number,
  cells,
  ...fields
}: Fields) {
  return { ...fields, row: { number, ...toRow(cells) } };
}

/** Cells by position, because a list would turn missing cells into null, and the marks of a row by name. */
function toText({ cells, part, isImplied }: Row): string {
  return JSON.stringify({ ...Object.fromEntries(Object.entries(cells)), part, isImplied });
}

function toRow(text: string): Omit<Row, 'number'> {
  const { part, isImplied, ...stored } = JSON.parse(text) as Pick<Row, 'part' | 'isImplied'> & Record<string, Cell>;
  const cells: Cell[] = [];
  for (const [position, cell] of Object.entries(stored)) cells[Number(position)] = cell;
  return { cells, ...(part && { part }), ...(isImplied && { isImplied }) };
}
