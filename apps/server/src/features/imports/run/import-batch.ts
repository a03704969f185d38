import type { JobError, JobWarning } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { RequestContext } from '../../../kernel/index.ts';
import type { SaveCommand } from '../../products/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { targetsOf } from '../plan/resolve-mapping.ts';
import { toFileRow } from '../rows/planned-rows.ts';
import { isBad } from '../rows/read-row.ts';
import { neededProducts, relatedProducts } from '../rows/row-command.ts';
import { createKeyReader, type KeyReader } from '../rows/row-key.ts';
import type { BatchSize, DeferredRow, DeferredRowsRepository, ImportScope } from './deferred-rows.repository.ts';
import type { BatchOutcome } from './import-checkpoint.ts';
import type { CreatedCodes } from './missing-records.ts';
import { describeRepeat, type RepeatedRows } from './repeated-rows.ts';
import { type RowOutcome, RowSaver, type RowSaverOptions, type RowToSave, type SavedRows } from './row-saver.ts';

export interface ImportBatchOptions extends RowSaverOptions {
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

/** Rows of a batch by what is to be done with them. */
interface SortedRows {
  /** To be saved with the batch. */
  readonly fresh: readonly Row[];
  /** To be saved behind others, because they are about the product of a row that may still wait. */
  readonly later: readonly Row[];
  readonly refused: readonly SettledRow[];
  /** Numbers of the rows about products that earlier rows name. */
  readonly repeated: ReadonlySet<number>;
  readonly warnings: readonly JobWarning[];
}

/** Undoes what a dry run did. */
const undo = new Error('A dry run is undone.');

/** Saves batches of rows, each within the transaction of its job's checkpoint. */
export class ImportBatch {
  readonly #options: ImportBatchOptions;
  readonly #plan: ImportPlan;
  readonly #scope: ImportScope;
  readonly #saver: RowSaver;
  readonly #keyOf: KeyReader;
  readonly #trim: (row: Row) => Row;

  constructor(options: ImportBatchOptions, plan: ImportPlan, ctx: RequestContext, jobId: string) {
    this.#options = options;
    this.#plan = plan;
    this.#scope = { workspaceId: ctx.workspace.id, jobId };
    this.#saver = new RowSaver(options, plan, ctx);
    this.#keyOf = createKeyReader(plan);
    this.#trim = createRowTrimmer(plan);
  }

  /** Saves rows of the file. Those that miss products which may come further down are put aside. */
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
      const kept = toWaiting(row, outcome);
      if (kept === null) settled.push({ row, outcome, needs: [] });
      else waiting.push(kept);
    }
    for (const read of await this.#saver.read(later)) {
      const { row, input } = read;
      const errors = isBad(read) ? this.#saver.lastingErrors(read) : [];
      if (errors.length > 0) settled.push({ row, outcome: { saved: null, errors, refusal: null }, needs: [] });
      else waiting.push({ row, reference: input.sku ?? '', isLate: true, needs: relatedProducts(input) });
    }
    await this.#putAside(waiting);
    return this.#tally(settled, created, warnings);
  }

  /** Finds out which of the rows put aside can be saved. */
  async prepareWaiting(): Promise<void> {
    await this.#options.kept.findHopeless(this.#scope);
  }

  /** Saves the next rows that were put aside. @returns null when there are none. */
  async saveWaiting(most: BatchSize): Promise<BatchOutcome | null> {
    const { kept } = this.#options;
    const due = await kept.due(this.#scope, most);
    if (due.length === 0) return null;
    // What a row needs will be there when all rows that wait are saved, unless it is hopeless.
    const rows = due.map(({ row, needs, isHopeless }) => (isHopeless ? { row } : { row, announced: needs }));
    const { outcomes, created } = await this.#save(rows);
    const settled = due.map(({ row, needs }, index) => ({ row, needs, outcome: outcomes[index] as RowOutcome }));
    const outcome = await this.#tally(settled, created, []);
    const done = settled.filter((other) => !this.#isSimulated(other)).map(({ row }) => row.number);
    await kept.forget(this.#scope, done);
    return outcome;
  }

  /** Forgets what was noted of the rows, when all are done. */
  async close(): Promise<void> {
    await this.#options.repeated.forget(this.#scope);
    await this.#options.kept.forgetAll(this.#scope);
  }

  async #sort(rows: readonly Row[]): Promise<SortedRows> {
    const keys = new Map(rows.map((row) => [row.number, this.#keyOf(row)]));
    const keyed = [...keys].flatMap(([number, key]) => (key === null ? [] : [{ number, key: key.text }]));
    const repeats = await this.#options.repeated.note(this.#scope, keyed);
    // Many rows may imply one product: none of them changes it.
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
        return { row, outcome: { saved: null, errors, refusal: null }, needs: [] };
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
   * In a dry run all of it is undone.
   *
   * @param repeated numbers of the rows about products that earlier rows name; not known of rows that waited.
   */
  async #save(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<SavedRows> {
    if (!this.#plan.options.dryRun) return this.#saver.save(rows);
    const earlier = await this.#simulatedBefore(rows, repeated);
    let done: SavedRows | undefined;
    try {
      await this.#options.database.transaction((tx) =>
        tx.savepoint(async () => {
          done = await this.#saver.save([...earlier, ...rows]);
          throw undo;
        }),
      );
    } catch (error) {
      if (error !== undo) throw error;
    }
    const { outcomes, created } = done as SavedRows;
    return { outcomes: outcomes.slice(earlier.length), created };
  }

  /** Rows of earlier batches of a dry run, by which it would have saved the products that these rows are about. */
  async #simulatedBefore(rows: readonly RowToSave[], repeated?: ReadonlySet<number>): Promise<RowToSave[]> {
    const { kept } = this.#options;
    const read = await this.#saver.read(rows.map(({ row }) => row));
    const isNew = this.#plan.options.matchBy === 'sku' && repeated !== undefined;
    const named = read.flatMap(({ row, input }) => {
      const isFirst = input.sku === undefined || (isNew && !repeated.has(row.number));
      return [...(isFirst ? [] : [input.sku as string]), ...relatedProducts(input)];
    });
    const about = await kept.dryRunCreated(this.#scope, [...new Set(named)]);
    const known = new Set(about.map(({ reference }) => reference));
    const parents = (await this.#saver.read(about.map(({ row }) => row))).flatMap(({ input }) => input.parent ?? []);
    const missing = [...new Set(parents)].filter((sku) => !known.has(sku));
    const needed = [...(await kept.dryRunCreated(this.#scope, missing)), ...about];
    return needed.map(({ row, needs }) => ({ row, announced: needs }));
  }

  async #tally(
    settled: readonly SettledRow[],
    created: CreatedCodes,
    warnings: readonly JobWarning[],
  ): Promise<BatchOutcome> {
    const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
    const errors: JobError[] = [];
    for (const { outcome } of settled) {
      counts[outcome.saved?.outcome ?? 'failed'] += 1;
      if (outcome.saved !== null) continue;
      for (const error of outcome.errors) {
        errors.push(error.row === null ? error : { ...error, row: this.#toFileRow(error.row) });
      }
    }
    const simulated = settled.flatMap((other): DeferredRow[] => {
      const { row, outcome, needs } = other;
      if (outcome.saved === null || !this.#isSimulated(other)) return [];
      return [{ ...toKept(this.#trim(row), outcome.command), needs }];
    });
    await this.#options.kept.keep(this.#scope, 'rehearsed', simulated);
    errors.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    return { ...counts, errors, warnings, records: created };
  }

  #toFileRow(number: number): number {
    return toFileRow(this.#plan, number);
  }

  #isSimulated({ outcome }: SettledRow): boolean {
    return this.#plan.options.dryRun && outcome.saved !== null && outcome.saved.outcome !== 'unchanged';
  }
}

/** A row that is refused because products it names do not exist yet; null for any other one. */
function toWaiting(row: Row, outcome: RowOutcome): DeferredRow | null {
  if (outcome.saved !== null || outcome.refusal === null) return null;
  const { command, error } = outcome.refusal;
  const needs = neededProducts(command, error);
  return needs === null ? null : { ...toKept(row, command), needs };
}

/** Variants come after their parents. */
function toKept(row: Row, { reference, input }: SaveCommand): Omit<DeferredRow, 'needs'> {
  return { row, reference, isLate: typeof input.parent === 'string' };
}

/**
 * Makes the function that empties the cells of a row nothing is read from. Rows a dry run would save are kept and read
 * again, many at once: what is read of them is no longer than products are, but other cells may be.
 */
function createRowTrimmer({ columns, mapping, options: { skuFrom = [] } }: ImportPlan): (row: Row) => Row {
  const isRead = columns.map((name) => targetsOf(mapping, name).length > 0 || skuFrom.includes(name));
  if (isRead.every(Boolean)) return (row) => row;
  return (row) => ({ ...row, cells: row.cells.map((cell, position) => (isRead[position] === false ? '' : cell)) });
}
