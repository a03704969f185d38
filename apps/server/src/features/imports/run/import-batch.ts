import { type JobError, type JobWarning, limits } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { targetsOf } from '../plan/resolve-mapping.ts';
import { toFileRow } from '../rows/planned-rows.ts';
import { createKeyReader, type KeyReader } from '../rows/row-key.ts';
import type { DescribedRow, ImportedRows, RowOutcome, RowToSave, SavedRows } from '../saving/imported-rows.ts';
import type {
  BatchSize,
  DeferredRow,
  DeferredRowsRepository,
  DueRow,
  ImportScope,
} from './deferred-rows.repository.ts';
import type { BatchOutcome } from './import-checkpoint.ts';
import type { CreatedCodes } from './missing-records.ts';
import { RepeatedNames } from './repeated-names.ts';
import { describeRepeat, type RepeatedRows } from './repeated-rows.ts';
import { rolledBack } from './rolled-back.ts';

export interface ImportBatchOptions {
  readonly database: Database;
  readonly deferredRows: DeferredRowsRepository;
  readonly repeated: RepeatedRows;
}

/** A row whose outcome is final. */
interface SettledRow {
  readonly row: Row;
  readonly outcome: RowOutcome;
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

/** Saves batches of rows, each in the transaction of its job's checkpoint. */
export class ImportBatch {
  readonly #options: ImportBatchOptions;
  readonly #plan: ImportPlan;
  readonly #scope: ImportScope;
  readonly #imported: ImportedRows;
  readonly #keyOf: KeyReader;
  readonly #trim: (row: Row) => Row;
  #releases = 0;
  /** Whether several rows may name the record. */
  #isNamedAgain: (name: string) => boolean = () => true;

  constructor(options: ImportBatchOptions, plan: ImportPlan, imported: ImportedRows, scope: ImportScope) {
    this.#options = options;
    this.#plan = plan;
    this.#scope = scope;
    this.#imported = imported;
    this.#keyOf = createKeyReader(plan);
    this.#trim = createRowTrimmer(plan);
  }

  /**
   * Finds the records that several rows of the file name. Of the rows that a dry run would save, only theirs are stored,
   * and so are the keys of rows.
   *
   * @param batches all rows of the file.
   */
  async lookAhead(batches: AsyncIterable<readonly Row[]>): Promise<void> {
    const names = new RepeatedNames();
    for await (const rows of batches) {
      for (const { reference, related } of await this.#imported.names(rows)) {
        if (reference !== null) names.add(reference);
        for (const name of related) names.add(name);
      }
      for (const row of rows) {
        const key = this.#keyOf(row);
        if (key !== null) names.add(key.text);
      }
    }
    this.#isNamedAgain = (name) => names.has(name);
  }

  /** Reads rows that are saved next. */
  async prepare(rows: readonly Row[]): Promise<void> {
    await this.#imported.prepare?.(rows);
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
      if (deferred === null) settled.push({ row, outcome });
      else waiting.push({ row, ...deferred });
    }
    for (const { row, reference, related, permanentErrors } of await this.#imported.describe(later)) {
      const refused = { saved: null, errors: permanentErrors, waiting: null } as const;
      if (permanentErrors.length > 0) settled.push({ row, outcome: refused });
      else waiting.push({ row, reference: reference ?? '', isLate: true, needs: related });
    }
    await this.#defer(waiting);
    return this.#tally(settled, created, warnings);
  }

  /** Decides which of the deferred rows can be saved. */
  async prepareWaiting(): Promise<void> {
    if (this.#imported.waitingOrder === 'announced') await this.#options.deferredRows.findHopeless(this.#scope);
  }

  /** Saves the next deferred rows. @returns null when there are none. */
  async saveWaiting(most: BatchSize): Promise<BatchOutcome | null> {
    const { deferredRows } = this.#options;
    const due = await this.#due(most);
    if (due.length === 0) return null;
    // What a row needs will exist once all waiting rows are saved, unless it is hopeless.
    const rows = due.map(({ row, needs, isAnnounced }) => (isAnnounced ? { row, announced: needs } : { row }));
    const { outcomes, created } = await this.#save(rows);
    const settled = due.map(({ row }, index) => ({ row, outcome: outcomes[index] as RowOutcome }));
    const outcome = await this.#tally(settled, created, []);
    const done = settled.filter((other) => !this.#isKept(other)).map(({ row }) => row.number);
    await deferredRows.forget(this.#scope, done);
    return outcome;
  }

  async #due(most: BatchSize): Promise<DueRow[]> {
    const { deferredRows } = this.#options;
    if (this.#imported.waitingOrder === 'announced')
      return deferredRows.due(this.#scope, ['waiting', 'hopeless'], most);
    for (let left = true; left; ) {
      const due = await deferredRows.due(this.#scope, ['due'], most);
      if (due.length > 0) return due;
      // No tree has more levels: rows still waiting then wait for each other, or in vain.
      this.#releases += 1;
      const isLast = this.#releases > limits.categoryDepth;
      left = (await deferredRows.release(this.#scope, isLast)) || (await deferredRows.release(this.#scope, true));
    }
    return [];
  }

  /** Deletes what was stored about rows, when all are done. */
  async close(): Promise<void> {
    await this.#options.repeated.forget(this.#scope);
    await this.#options.deferredRows.forgetAll(this.#scope);
  }

  async #sort(rows: readonly Row[]): Promise<SortedRows> {
    const keys = new Map(rows.map((row) => [row.number, this.#keyOf(row)]));
    // Products that are missing from the file are found by the keys of all rows.
    const isNeeded = this.#plan.options.missing === 'archive' ? () => true : this.#isNamedAgain;
    const keyed = [...keys].flatMap(([number, key]) =>
      key !== null && isNeeded(key.text) ? [{ number, key: key.text }] : [],
    );
    const repeats = await this.#options.repeated.note(this.#scope, keyed);
    // Many rows may imply the same product; none of them changes it.
    for (const { number, isImplied } of rows) if (isImplied) repeats.delete(number);
    const problems = rows.flatMap((row) => {
      const [key = null, earlier] = [keys.get(row.number), repeats.get(row.number)];
      if (key === null || earlier === undefined || row.part === 'further') return [];
      const problem = describeRepeat(this.#toFileRow(row.number), key, this.#toFileRow(earlier.number));
      return [{ row, problem }];
    });
    const refused: SettledRow[] = [];
    const warnings: JobWarning[] = [];
    for (const { row, problem } of problems) {
      const { relatedRow: _, ...error } = problem;
      if (this.#plan.options.onRepeat === 'error') {
        const errors: JobError[] = [{ ...error, row: row.number, code: 'conflict' }];
        refused.push({ row, outcome: { saved: null, errors, waiting: null } });
        repeats.delete(row.number);
      } else warnings.push({ ...problem, message: `${problem.message} The later row counts.` });
    }
    const gone = new Set(refused.map(({ row }) => row.number));
    const open = rows.filter(({ number }) => !gone.has(number));
    const isLater = ({ number }: Row) => repeats.get(number)?.isPutAside ?? false;
    return {
      fresh: open.filter((row) => !isLater(row)),
      later: open.filter(isLater),
      repeated: new Set(repeats.keys()),
      refused,
      warnings,
    };
  }

  async #defer(rows: readonly DeferredRow[]): Promise<void> {
    const trimmed = rows.map((deferred) => ({ ...deferred, row: this.#trim(deferred.row) }));
    await this.#options.deferredRows.keep(this.#scope, 'waiting', trimmed);
    const keys = rows.flatMap(({ row }) => this.#keyOf(row)?.text ?? []);
    await this.#options.repeated.markDeferred(this.#scope, keys);
  }

  /**
   * A dry run rolls everything back.
   *
   * @param repeated numbers of the rows about products that earlier rows name; undefined for deferred rows.
   */
  async #save(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<SavedRows> {
    if (!this.#plan.options.dryRun) return this.#imported.save(rows);
    const earlier = await this.#simulatedBefore(rows, repeated);
    const { outcomes, created } = await rolledBack(this.#options.database, () =>
      this.#imported.save([...earlier, ...rows]),
    );
    return { outcomes: outcomes.slice(earlier.length), created };
  }

  /**
   * Rows of earlier batches in a dry run that would have saved the records these rows name, parents first.
   */
  async #simulatedBefore(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<RowToSave[]> {
    const { deferredRows } = this.#options;
    const described = await this.#imported.describe(rows.map(({ row }) => row));
    const matchesBySku = this.#plan.options.matchBy === 'sku';
    const isNew = matchesBySku && repeated !== undefined;
    const named = described.flatMap(({ row, reference, related }) => {
      const isFirst = reference === null || (isNew && !repeated.has(row.number));
      return [...(isFirst ? [] : [reference]), ...related];
    });
    const found = new Map<string, DescribedRow[]>();
    const levels = new Map<string, number>();
    const keys = matchesBySku ? [] : rows.flatMap(({ row }) => this.#keyOf(row)?.text ?? []);
    let names = [...new Set([...named, ...(await deferredRows.simulatedReferences(this.#scope, keys))])];
    // No tree has more levels; a circle of records is an error.
    for (let level = 0; names.length > 0 && level <= limits.categoryDepth; level++) {
      const unknown = names.filter((name) => !found.has(name));
      for (const name of unknown) found.set(name, []);
      const simulated = await deferredRows.simulated(this.#scope, unknown);
      const readAgain = await this.#imported.describe(simulated.map(({ row }) => row));
      for (const [index, { reference }] of simulated.entries())
        found.get(reference)?.push(readAgain[index] as DescribedRow);
      for (const name of names) levels.set(name, level);
      names = [...new Set(names.flatMap((name) => found.get(name) ?? []).flatMap(({ above }) => above))];
    }
    const fromAbove = [...levels].toSorted(([, a], [, b]) => b - a);
    // These rows were saved, so all that they name exists or is about to, whether or not it is saved again.
    return fromAbove
      .flatMap(([name]) => found.get(name) ?? [])
      .map(({ row, related }) => ({ row, announced: related }));
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
      const { row, outcome } = other;
      if (outcome.saved === null || !this.#isKept(other)) return [];
      const { reference, isLate } = outcome;
      return [{ row: this.#trim(row), reference, isLate, needs: [] }];
    });
    await this.#options.deferredRows.keep(this.#scope, 'simulated', simulated);
    errors.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    return { ...counts, errors, warnings, records: created };
  }

  #toFileRow(number: number): number {
    return toFileRow(this.#plan, number);
  }

  /** A dry run saves nothing, so it stores the rows that other rows may depend on. */
  #isKept({ row, outcome }: SettledRow): boolean {
    if (!this.#plan.options.dryRun || outcome.saved === null || outcome.saved === 'unchanged') return false;
    const key = this.#keyOf(row);
    return this.#isNamedAgain(outcome.reference) || (key !== null && this.#isNamedAgain(key.text));
  }
}

/**
 * Returns a function that empties the cells of unmapped columns. Deferred rows are stored and read again, many at once:
 * mapped cells are no longer than products, but other cells may be.
 */
function createRowTrimmer({ columns, mapping, options: { skuFrom = [] } }: ImportPlan): (row: Row) => Row {
  const isRead = columns.map((name) => targetsOf(mapping, name).length > 0 || skuFrom.includes(name));
  if (isRead.every(Boolean)) return (row) => row;
  return (row) => ({ ...row, cells: row.cells.map((cell, position) => (isRead[position] === false ? '' : cell)) });
}
