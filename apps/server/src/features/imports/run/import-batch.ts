import type { JobError } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { ApiError, encodeId, mapInSlices, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { ProductWriter, SavedProduct } from '../../products/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { type CreatedRecords, type PlannedColumns, planColumns } from '../rows/planned-columns.ts';
import { type BadRow, createRowReader, isBad, type ReadRow } from '../rows/read-row.ts';
import { neededProducts, type RowCommand, toCommand, toRowErrors } from '../rows/row-command.ts';
import type { BatchOutcome } from './import-checkpoint.ts';
import type { DueRow, ImportScope, KeptRowsRepository, WaitingRow } from './kept-rows.repository.ts';
import type { MissingRecords } from './missing-records.ts';
import { recordsToRecreate } from './records-to-recreate.ts';

export interface ImportBatchOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly writer: ProductWriter;
  readonly records: MissingRecords;
  readonly kept: KeptRowsRepository;
}

const nothingCreated: CreatedRecords = {
  createdAttributes: [],
  createdCategories: [],
  createdCollections: [],
  createdOptions: [],
};

/** Undoes what a dry run did. */
const undo = new Error('A dry run is undone.');

interface BatchWork {
  readonly created: CreatedRecords;
  readonly commands: readonly (RowCommand & { readonly needs?: readonly string[] })[];
  readonly saved: readonly (SavedProduct | ApiError)[];
  readonly errors: readonly JobError[];
  readonly badRows: number;
  readonly planned: PlannedColumns;
}

/** Saves batches of rows, each within the transaction of its job's checkpoint. */
export class ImportBatch {
  readonly #options: ImportBatchOptions;
  readonly #plan: ImportPlan;
  readonly #ctx: RequestContext;
  readonly #scope: ImportScope;

  constructor(options: ImportBatchOptions, plan: ImportPlan, ctx: RequestContext, jobId: string) {
    this.#options = options;
    this.#plan = plan;
    this.#ctx = ctx;
    this.#scope = { workspaceId: ctx.workspace.id, jobId };
  }

  /**
   * Saves rows of the file. Those that miss products which may come further down are put aside.
   *
   * @param created what earlier batches created in the catalog; a dry run has undone it.
   */
  async saveRows(rows: readonly Row[], created: CreatedRecords): Promise<BatchOutcome> {
    const work = await this.#inTrial(async () => {
      const read = await this.#read(rows);
      const { commands, errors } = await this.#toCommands(read.rows, read.planned);
      const saved = await this.#save(commands, created);
      const bad = read.rows.filter(isBad);
      const badErrors = bad.flatMap((row) => row.errors);
      return { ...read, commands, saved, errors: [...badErrors, ...errors], badRows: rows.length - commands.length };
    });
    const waiting = work.commands.flatMap((row, index): WaitingRow[] => {
      const error = work.saved[index];
      const needs = error instanceof ApiError ? neededProducts(row.command, error) : null;
      return needs === null ? [] : [{ ...row, needs }];
    });
    await this.#options.kept.keep(this.#scope, 'waiting', waiting);
    const outcome = await this.#account(work, new Set(waiting.map(({ number }) => number)));
    return outcome;
  }

  /** Finds out which of the rows put aside can be saved. */
  async prepareWaiting(): Promise<void> {
    await this.#options.kept.findHopeless(this.#scope);
  }

  /** Saves the next rows that were put aside. @returns null when there are none. */
  async saveWaiting(limit: number, created: CreatedRecords): Promise<BatchOutcome | null> {
    const due = await this.#options.kept.due(this.#scope, limit);
    if (due.length === 0) return null;
    const work = await this.#inTrial(async () => {
      const { planned } = await this.#columns();
      const commands = due.map(announce);
      const saved = await this.#save(commands, created);
      return { created: nothingCreated, commands, saved, errors: [], badRows: 0, planned };
    });
    const outcome = await this.#account(work, new Set());
    await this.#options.kept.forget(
      this.#scope,
      due.filter((_, index) => !this.#isRehearsed(work.saved[index])).map(({ number }) => number),
    );
    return outcome;
  }

  /** In a dry run all of it is undone. */
  async #inTrial(work: () => Promise<BatchWork>): Promise<BatchWork> {
    if (!this.#plan.options.dryRun) return work();
    const { database } = this.#options;
    let done: BatchWork | undefined;
    try {
      await database.transaction((tx) =>
        tx.savepoint(async () => {
          done = await work();
          throw undo;
        }),
      );
    } catch (error) {
      if (error !== undo) throw error;
    }
    return done as BatchWork;
  }

  async #columns() {
    const { workspace } = this.#ctx;
    const scope = { workspace, catalog: await this.#options.catalog.snapshot(workspace.id) };
    return { planned: planColumns(this.#plan, scope) };
  }

  /** Reads rows, again when records they name were created. */
  async #read(rows: readonly Row[]) {
    const { records } = this.#options;
    const { planned } = await this.#columns();
    const read = await mapInSlices(rows, createRowReader(this.#plan, planned));
    const missing = read.filter(isBad).flatMap((row) => row.missing);
    const wanted = records.wanted({ attributes: planned.newAttributes, records: missing }, this.#plan.options);
    if (wanted.attributes.length + wanted.records.length === 0) return { rows: read, planned, created: nothingCreated };
    const created = await records.create(this.#ctx, wanted);
    const after = await this.#columns();
    const again = await mapInSlices(rows, createRowReader(this.#plan, after.planned));
    return { rows: again, planned: after.planned, created };
  }

  async #toCommands(rows: readonly (ReadRow | BadRow)[], planned: PlannedColumns) {
    const good = rows.filter((row): row is ReadRow => !isBad(row));
    const holders = await this.#holdersOf(good);
    const commands: RowCommand[] = [];
    const errors: JobError[] = [];
    for (const row of good) {
      try {
        commands.push(toCommand(row, this.#plan.options, holders));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        errors.push(...toRowErrors({ number: row.number, sku: row.input.sku ?? null }, error, planned));
      }
    }
    return { commands, errors };
  }

  async #holdersOf(rows: readonly ReadRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (this.#plan.options.matchBy !== 'gtin') return new Map();
    const gtins = [...new Set(rows.flatMap(({ input }) => input.gtin ?? []))];
    const holders = await this.#options.kept.byGtin(this.#ctx.workspace.id, gtins);
    return new Map([...holders].map(([gtin, ids]) => [gtin, ids.map((id) => encodeId('product', id))]));
  }

  async #save(rows: readonly RowCommand[], created: CreatedRecords): Promise<(SavedProduct | ApiError)[]> {
    const commands = rows.map(({ command }) => command);
    const earlier = this.#plan.options.dryRun ? await this.#rehearse(commands) : [];
    if (this.#plan.options.dryRun) await this.#recreate([...earlier, ...commands], created);
    const saved = await this.#options.writer.saveAll(this.#ctx, [...earlier, ...commands]);
    return saved.slice(earlier.length);
  }

  /** Records of the catalog that earlier batches of a dry run created, of those that these commands name. */
  async #recreate(commands: readonly RowCommand['command'][], created: CreatedRecords): Promise<void> {
    const { planned } = await this.#columns();
    const records = recordsToRecreate(commands, created);
    await this.#options.records.create(this.#ctx, { attributes: planned.newAttributes, records });
  }

  /** What earlier batches of a dry run would have created of the products these commands are about. */
  async #rehearse(commands: readonly RowCommand['command'][]) {
    const { kept } = this.#options;
    const about = await kept.rehearsed(this.#scope, [...new Set(commands.flatMap(productsOf))]);
    const known = new Set(about.map(({ reference }) => reference));
    const parents = [...new Set(about.flatMap(({ input }) => input.parent ?? []))].filter((sku) => !known.has(sku));
    return [...(await kept.rehearsed(this.#scope, parents)), ...about];
  }

  async #account(work: BatchWork, waiting: ReadonlySet<number>): Promise<BatchOutcome> {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const errors = [...work.errors];
    let failed = work.badRows;
    for (const [index, { number, command }] of work.commands.entries()) {
      const saved = work.saved[index];
      if (!(saved instanceof ApiError)) counts[(saved as SavedProduct).outcome] += 1;
      else if (!waiting.has(number)) {
        failed += 1;
        errors.push(...toRowErrors({ number, sku: command.input.sku ?? null }, saved, work.planned));
      }
    }
    const rehearsed = work.commands.filter((_, index) => this.#isRehearsed(work.saved[index]));
    await this.#options.kept.keep(
      this.#scope,
      'rehearsed',
      rehearsed.map((row) => ({ ...row, needs: row.needs ?? [] })),
    );
    errors.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    return { ...counts, failed, errors, records: work.created };
  }

  #isRehearsed(saved: SavedProduct | ApiError | undefined): boolean {
    return (
      this.#plan.options.dryRun && saved !== undefined && !(saved instanceof ApiError) && saved.outcome === 'created'
    );
  }
}

/** What it needs will be there when all rows that wait are saved, unless it is hopeless. */
function announce({ hopeless, command, ...row }: DueRow): WaitingRow {
  return { ...row, command: hopeless ? command : { ...command, announced: row.needs } };
}

function productsOf({ reference, input }: RowCommand['command']): string[] {
  const associated = Object.values(input.associations ?? {}).flatMap((skus) => skus ?? []);
  return [reference, ...(typeof input.parent === 'string' ? [input.parent] : []), ...associated];
}
