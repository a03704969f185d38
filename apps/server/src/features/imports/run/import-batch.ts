import { type JobError, type JobWarning, limits } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { targetsOf } from '../plan/resolve-mapping.ts';
import { toFileRow } from '../rows/planned-rows.ts';
import { createKeyReader, type KeyReader } from '../rows/row-key.ts';
import type { ImportedRows, RowOutcome, RowToSave, SavedRows } from '../saving/imported-rows.ts';
import type {
  BatchSize,
  DeferredRow,
  DeferredRowsRepository,
  DueRow,
  ImportScope,
} from './deferred-rows.repository.ts';
import type { BatchOutcome } from './import-checkpoint.ts';
import type { CreatedCodes } from './missing-records.ts';
import { describeRepeat, type RepeatedRows } from './repeated-rows.ts';

export interface ImportBatchOptions {
  readonly database: Database;
  readonly kept: DeferredRowsRepository;
  readonly repeated: RepeatedRows;
}

/** A row whose outcome is final. */
interface SettledRow {
  readonly row: Row;
  readonly outcome: RowOutcome;
  /** SKUs it waited for. */
  readonly needs: readonly string[];
}

/** The rows of a batch by what happens to them. */
interface SortedRows {
  /** Saved with the batch. */
  readonly fresh: readonly Row[];
  /** Saved after others, because they concern the product of a row that may still be waiting. */
  readonly later: readonly Row[];
  readonly refused: readonly SettledRow[];
  /** Numbers of the rows about products that earlier rows name. */
  readonly repeated: ReadonlySet<number>;
  readonly warnings: readonly JobWarning[];
}

/** Rolls back a dry run. */
const undo = new Error('A dry run is undone.');

/** Saves batches of rows, each in the transaction of its job's checkpoint. */
export class ImportBatch {
  readonly #options: ImportBatchOptions;
  readonly #plan: ImportPlan;
  readonly #scope: ImportScope;
  readonly #imported: ImportedRows;
  readonly #keyOf: KeyReader;
  readonly #trim: (row: Row) => Row;
  #releases = 0;

  constructor(options: ImportBatchOptions, plan: ImportPlan, imported: ImportedRows, scope: ImportScope) {
    this.#options = options;
    this.#plan = plan;
    this.#scope = scope;
    this.#imported = imported;
    this.#keyOf = createKeyReader(plan);
    this.#trim = createRowTrimmer(plan);
  }

  /** Saves rows of the file. Rows that need products which may come further down are deferred. */
  async saveRows(rows: readonly Row[]): Promise<BatchOutcome> {
    const { fresh, later, refused, warnings, repeated } = await this.#sort(rows);
    const { outcomes, created } = await this.#save(
      fresh.map((row) => ({ row })),
      repeated,
    );
    const settled = [...refused];
    const waiting: DeferredRow[] = [];
    for (const [index, row] of fresh.entries()) {
      const outcome = outcomes[index] as RowOutcome;
      const deferred = outcome.saved === null ? outcome.waiting : null;
      if (deferred === null) settled.push({ row, outcome, needs: [] });
      else waiting.push({ row, ...deferred });
    }
    for (const { row, reference, related, lastingErrors } of await this.#imported.describe(later)) {
      const refused = { saved: null, errors: lastingErrors, waiting: null } as const;
      if (lastingErrors.length > 0) settled.push({ row, outcome: refused, needs: [] });
      else waiting.push({ row, reference: reference ?? '', isLate: true, needs: related });
    }
    await this.#putAside(waiting);
    return this.#tally(settled, created, warnings);
  }

  /** Decides which of the deferred rows can be saved. */
  async prepareWaiting(): Promise<void> {
    if (this.#imported.waitingOrder === 'announced') await this.#options.kept.findHopeless(this.#scope);
  }

  /** Saves the next deferred rows. @returns null when there are none. */
  async saveWaiting(most: BatchSize): Promise<BatchOutcome | null> {
    const { kept } = this.#options;
    const due = await this.#due(most);
    if (due.length === 0) return null;
    // What a row needs will exist once all waiting rows are saved, unless it is hopeless.
    const rows = due.map(({ row, needs, isAnnounced }) => (isAnnounced ? { row, announced: needs } : { row }));
    const { outcomes, created } = await this.#save(rows);
    const settled = due.map(({ row, needs }, index) => ({ row, needs, outcome: outcomes[index] as RowOutcome }));
    const outcome = await this.#tally(settled, created, []);
    const done = settled.filter((other) => !this.#isSimulated(other)).map(({ row }) => row.number);
    await kept.forget(this.#scope, done);
    return outcome;
  }

  async #due(most: BatchSize): Promise<DueRow[]> {
    const { kept } = this.#options;
    if (this.#imported.waitingOrder === 'announced') return kept.due(this.#scope, ['waiting', 'hopeless'], most);
    for (let left = true; left; ) {
      const due = await kept.due(this.#scope, ['due'], most);
      if (due.length > 0) return due;
      // No tree has more levels: rows still waiting then wait for each other, or in vain.
      this.#releases += 1;
      const isLast = this.#releases > limits.categoryDepth;
      left = (await kept.release(this.#scope, isLast)) || (await kept.release(this.#scope, true));
    }
    return [];
  }

  /** Deletes what was stored about rows, when all are done. */
  async close(): Promise<void> {
    await this.#options.repeated.forget(this.#scope);
    await this.#options.kept.forgetAll(this.#scope);
  }

  async #sort(rows: readonly Row[]): Promise<SortedRows> {
    const keys = new Map(rows.map((row) => [row.number, this.#keyOf(row)]));
    const keyed = [...keys].flatMap(([number, key]) => (key === null ? [] : [{ number, key: key.text }]));
    const repeats = await this.#options.repeated.note(this.#scope, keyed);
    // Many rows may imply the same product; none of them changes it.
    for (const { number, isImplied } of rows) if (isImplied) repeats.delete(number);
    const problems = rows.flatMap((row) => {
      const [key = null, earlier] = [keys.get(row.number), repeats.get(row.number)];
      if (key === null || earlier === undefined) return [];
      const problem = describeRepeat(this.#toFileRow(row.number), key, this.#toFileRow(earlier.number));
      return [{ row, problem }];
    });
    if (this.#plan.options.onRepeat === 'error') {
      const refused = problems.map(({ row, problem: { relatedRow: _, ...problem } }): SettledRow => {
        const errors: JobError[] = [{ ...problem, row: row.number, code: 'conflict' }];
        return { row, outcome: { saved: null, errors, waiting: null }, needs: [] };
      });
      const fresh = rows.filter(({ number }) => !repeats.has(number));
      return { fresh, later: [], refused, repeated: new Set(), warnings: [] };
    }
    const isLater = ({ number }: Row) => repeats.get(number)?.isPutAside ?? false;
    return {
      fresh: rows.filter((row) => !isLater(row)),
      later: rows.filter(isLater),
      refused: [],
      repeated: new Set(repeats.keys()),
      warnings: problems.map(({ problem }) => ({ ...problem, message: `${problem.message} The later row counts.` })),
    };
  }

  async #putAside(rows: readonly DeferredRow[]): Promise<void> {
    await this.#options.kept.keep(this.#scope, 'waiting', rows);
    const keys = rows.flatMap(({ row }) => this.#keyOf(row)?.text ?? []);
    await this.#options.repeated.putAside(this.#scope, keys);
  }

  /**
   * A dry run rolls everything back.
   *
   * @param repeated numbers of the rows about products that earlier rows name; undefined for deferred rows.
   */
  async #save(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<SavedRows> {
    if (!this.#plan.options.dryRun) return this.#imported.save(rows);
    const earlier = await this.#simulatedBefore(rows, repeated);
    let done: SavedRows | undefined;
    try {
      await this.#options.database.transaction((tx) =>
        tx.savepoint(async () => {
          done = await this.#imported.save([...earlier, ...rows]);
          throw undo;
        }),
      );
    } catch (error) {
      if (error !== undo) throw error;
    }
    const { outcomes, created } = done as SavedRows;
    return { outcomes: outcomes.slice(earlier.length), created };
  }

  /** Rows of earlier batches in a dry run that would have saved the products these rows are about. */
  async #simulatedBefore(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<RowToSave[]> {
    const { kept } = this.#options;
    const described = await this.#imported.describe(rows.map(({ row }) => row));
    const isNew = this.#plan.options.matchBy === 'sku' && repeated !== undefined;
    const named = described.flatMap(({ row, reference, related }) => {
      const isFirst = reference === null || (isNew && !repeated.has(row.number));
      return [...(isFirst ? [] : [reference]), ...related];
    });
    const needed: RowToSave[] = [];
    const asked = new Set<string>();
    for (let missing = [...new Set(named)]; missing.length > 0; ) {
      for (const name of missing) asked.add(name);
      const about = await kept.dryRunCreated(this.#scope, missing);
      needed.unshift(...about.map(({ row, needs }) => ({ row, announced: needs })));
      const above = (await this.#imported.describe(about.map(({ row }) => row))).flatMap((other) => other.above);
      missing = [...new Set(above)].filter((name) => !asked.has(name));
    }
    return needed;
  }

  async #tally(
    settled: readonly SettledRow[],
    created: CreatedCodes,
    warnings: readonly JobWarning[],
  ): Promise<BatchOutcome> {
    const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
    const errors: JobError[] = [];
    for (const { outcome } of settled) {
      counts[outcome.saved ?? 'failed'] += 1;
      if (outcome.saved !== null) continue;
      for (const error of outcome.errors) {
        errors.push(error.row === null ? error : { ...error, row: this.#toFileRow(error.row) });
      }
    }
    const simulated = settled.flatMap((other): DeferredRow[] => {
      const { row, outcome, needs } = other;
      if (outcome.saved === null || !this.#isSimulated(other)) return [];
      const { reference, isLate } = outcome;
      return [{ row: this.#trim(row), reference, isLate, needs }];
    });
    await this.#options.kept.keep(this.#scope, 'rehearsed', simulated);
    errors.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    return { ...counts, errors, warnings, records: created };
  }

  #toFileRow(number: number): number {
    return toFileRow(this.#plan, number);
  }

  #isSimulated({ outcome }: SettledRow): boolean {
    return this.#plan.options.dryRun && outcome.saved !== null && outcome.saved !== 'unchanged';
  }
}

/**
 * Returns a function that empties the cells of unmapped columns. The rows that a dry run would save are stored and read
 * again, many at once: mapped cells are no longer than products, but other cells may be.
 */
function createRowTrimmer({ columns, mapping, options: { skuFrom = [] } }: ImportPlan): (row: Row) => Row {
  const isRead = columns.map((name) => targetsOf(mapping, name).length > 0 || skuFrom.includes(name));
  if (isRead.every(Boolean)) return (row) => row;
  return (row) => ({ ...row, cells: row.cells.map((cell, position) => (isRead[position] === false ? '' : cell)) });
}
