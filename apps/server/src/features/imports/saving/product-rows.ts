import type { JobError } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { ApiError, encodeId, mapInSlices, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import type { MissingRecord, RowInput } from '../../columns/index.ts';
import type { ProductReferences, ProductWriter, SaveCommand, SavedProduct, SaveOptions } from '../../products/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { type PlannedColumns, planColumns } from '../rows/planned-columns.ts';
import { createProductRules, type ReadProduct as ReadRow } from '../rows/product-rules.ts';
import { type BadCell, type BadRow, createRowReader, isBad } from '../rows/read-row.ts';
import { neededProducts, relatedProducts, toCommand, toRowErrors } from '../rows/row-command.ts';
import { readDefaults } from '../rows/row-defaults.ts';
import {
  assertFewRecords,
  isCreatable,
  keyOf,
  type MissingRecords,
  type RecordOutcomes,
  toCreatedCodes,
} from '../run/missing-records.ts';
import { rolledBack } from '../run/rolled-back.ts';
import type { DescribedRow, ImportedRows, NamedRecords, RowOutcome, RowToSave, SavedRows } from './imported-rows.ts';
import { SimulatedCatalog } from './simulated-catalog.ts';

export interface ProductRowsOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly writer: ProductWriter;
  readonly records: MissingRecords;
  readonly references: ProductReferences;
}

/** The share of unchanged products from which comparing first pays: those that differ are compared twice. */
const mostlyUnchanged = 0.9;

/** An attempt to save rows. */
interface Attempt extends SavedRows {
  /** A record was created that no saved row needs. */
  readonly isWasteful: boolean;
}

/** How rows are read with one state of the catalog. */
interface Reading {
  /** In a dry run with the records that it would have created. */
  readonly catalog: CatalogSnapshot;
  /** The version of the catalog without those. */
  readonly version: string;
  readonly planned: PlannedColumns;
  /** For new products. */
  readonly defaults: RowInput;
  /** Reads each row once, as long as it is remembered. */
  readonly read: (row: Row) => ReadRow | BadRow;
  /** Forgets the rows that were read before the last call. */
  readonly forget: () => void;
  /** Reads the columns that name products, and no others. */
  readonly readNames: (row: Row) => { readonly input: RowInput };
}

/** Saves rows as products, and creates the catalog records they lack (API behavior 10.3). */
export class ProductRows implements ImportedRows {
  readonly waitingOrder = 'announced';
  readonly #options: ProductRowsOptions;
  readonly #plan: ImportPlan;
  readonly #ctx: RequestContext;
  readonly #simulated: SimulatedCatalog;
  #latest: Reading | null = null;
  /** Whether the last products were mostly unchanged. */
  #expectsUnchanged = false;

  /** @param simulatedRecords those of an interrupted dry run. */
  constructor(
    options: ProductRowsOptions,
    plan: ImportPlan,
    ctx: RequestContext,
    simulatedRecords: readonly MissingRecord[] = [],
  ) {
    this.#options = options;
    this.#plan = plan;
    this.#ctx = ctx;
    this.#simulated = new SimulatedCatalog(options, ctx, simulatedRecords);
  }

  get simulatedRecords(): readonly MissingRecord[] {
    return this.#simulated.created;
  }

  async names(rows: readonly Row[]): Promise<NamedRecords[]> {
    const { readNames } = await this.#reading();
    return mapInSlices(rows, (row) => toNames(readNames(row).input));
  }

  async prepare(rows: readonly Row[]): Promise<void> {
    await this.#read(rows);
  }

  async describe(rows: readonly Row[]): Promise<DescribedRow[]> {
    const read = await this.#read(rows);
    return read.map((item): DescribedRow => {
      const { row, input } = item;
      const { parent } = input;
      return {
        row,
        ...toNames(input),
        above: typeof parent === 'string' ? [parent] : [],
        permanentErrors: isBad(item) ? this.#permanentErrors(item) : [],
      };
    });
  }

  async #read(rows: readonly Row[]): Promise<(ReadRow | BadRow)[]> {
    if (rows.length === 0) return [];
    const { read } = await this.#reading();
    return mapInSlices(rows, read);
  }

  /** Errors that keep a row from being saved even if the records it lacks were created. */
  #permanentErrors({ problems }: BadRow): JobError[] {
    return problems.flatMap((problem) => (this.#isCurable(problem) ? [] : [problem.error]));
  }

  /**
   * Records that rows lack are created only if rows that need them are saved: a row that fails leaves nothing behind.
   */
  async save(rows: readonly RowToSave[]): Promise<SavedRows> {
    const saved = await this.#saveRows(rows);
    this.#latest?.forget();
    return saved;
  }

  async #saveRows(rows: readonly RowToSave[]): Promise<SavedRows> {
    const reading = await this.#reading();
    const read = await mapInSlices(rows, ({ row }) => reading.read(row));
    if (read.every((row) => this.#missingRecordsOf(row).length === 0)) {
      const none: RecordOutcomes = new Map();
      return { outcomes: await this.#saveRead(rows, read, reading, none), created: toCreatedCodes([], none) };
    }
    // All attempts must see the same catalog.
    await this.#options.records.lock(this.#ctx);
    return this.#saveWithRecords(rows);
  }

  async #saveWithRecords(rows: readonly RowToSave[]): Promise<SavedRows> {
    const outcomes = new Map<RowToSave, RowOutcome>();
    for (let open = rows; ; ) {
      const attempt = await rolledBack(
        this.#options.database,
        () => this.#attempt(open),
        ({ isWasteful }) => isWasteful,
      );
      for (const [index, row] of open.entries()) outcomes.set(row, attempt.outcomes[index] as RowOutcome);
      const saved = open.filter((row) => outcomes.get(row)?.saved !== null);
      // The next attempt leaves out rows that failed, and the records that only they needed.
      if (!attempt.isWasteful) {
        return { outcomes: rows.map((row) => outcomes.get(row) as RowOutcome), created: attempt.created };
      }
      open = saved;
    }
  }

  async #attempt(rows: readonly RowToSave[]): Promise<Attempt> {
    const { version, read: readBefore } = await this.#reading();
    const before = await mapInSlices(rows, ({ row }) => readBefore(row));
    const wanted = before.map((row) => this.#missingRecordsOf(row));
    const records = distinct(wanted.flat());
    assertFewRecords(records.length);
    await this.#simulated.recreate();
    const created = await this.#options.records.create(this.#ctx, records);
    const reading = this.#readingOf(await this.#options.catalog.snapshot(this.#ctx.workspace.id), version);
    const read = await mapInSlices(before, (row) =>
      this.#missingRecordsOf(row).length === 0 ? row : reading.read(row.row),
    );
    const outcomes = await this.#saveRead(rows, read, reading, created);
    const needed = new Set(
      outcomes.flatMap(({ saved }, index) => (saved === null ? [] : (wanted[index] ?? []).map(keyOf))),
    );
    const isWasteful = records.some((record) => {
      const key = keyOf(record);
      return !needed.has(key) && typeof created.get(key) === 'string';
    });
    if (this.#plan.options.dryRun && !isWasteful) this.#simulated.add(records, created, reading.catalog, version);
    return { outcomes, created: toCreatedCodes(records, created), isWasteful };
  }

  /** The records that would make a row valid; none when it has other problems. */
  #missingRecordsOf(row: ReadRow | BadRow): readonly MissingRecord[] {
    if (!isBad(row) || this.#permanentErrors(row).length > 0) return [];
    return row.problems.flatMap(({ missing }) => missing);
  }

  /** The errors of a row; records that could not be created explain why. */
  #errorsOf(row: BadRow, created: RecordOutcomes): JobError[] {
    const permanent = this.#permanentErrors(row);
    if (permanent.length > 0) return permanent;
    return row.problems.map(({ error, missing }) => {
      const refusal = missing.map((record) => created.get(keyOf(record))).find((code) => code instanceof ApiError);
      return refusal === undefined ? error : { ...error, message: messageOf(refusal) };
    });
  }

  #isCurable({ missing }: BadCell): boolean {
    return missing.length > 0 && missing.every((record) => isCreatable(record, this.#plan.options));
  }

  async #reading(): Promise<Reading> {
    const current = await this.#options.catalog.snapshot(this.#ctx.workspace.id);
    return this.#readingOf(await this.#simulated.extend(current), current.version);
  }

  /** Reused while the catalog is unchanged. */
  #readingOf(catalog: CatalogSnapshot, version: string): Reading {
    if (this.#latest?.catalog === catalog && this.#latest.version === version) return this.#latest;
    const { workspace } = this.#ctx;
    const planned = planColumns(this.#plan, { workspace, catalog });
    const defaults = readDefaults(this.#plan, { workspace, catalog });
    const rules = createProductRules(this.#plan, defaults);
    const readRow = createRowReader(this.#plan, planned, rules);
    const naming = planned.columns.filter(({ column }) => namesProducts.test(column.key));
    const readNames = createRowReader<{ readonly input: RowInput }>(
      this.#plan,
      { ...planned, columns: naming },
      { ...rules, check: (input) => ({ issues: null, checked: { input } }) },
    );
    // Not a WeakMap: its entries make each garbage collection slower.
    let recent = new Map<Row, ReadRow | BadRow>();
    let before: typeof recent = new Map();
    const read = (row: Row) => {
      const known = recent.get(row) ?? before.get(row);
      if (known !== undefined) return known;
      const result = readRow(row);
      recent.set(row, result);
      return result;
    };
    const forget = () => {
      before = recent;
      recent = new Map();
    };
    this.#latest = { catalog, version, planned, defaults, read, forget, readNames };
    return this.#latest;
  }

  async #saveRead(
    rows: readonly RowToSave[],
    read: readonly (ReadRow | BadRow)[],
    { catalog, planned, defaults }: Reading,
    created: RecordOutcomes,
  ): Promise<RowOutcome[]> {
    const holders = await this.#holdersOf(read.filter((row): row is ReadRow => !isBad(row)));
    const commands: SaveCommand[] = [];
    const steps = read.map((row, index): RowOutcome | { readonly row: ReadRow; readonly at: number } => {
      if (isBad(row)) return { saved: null, errors: this.#errorsOf(row, created), waiting: null };
      const { announced } = rows[index] as RowToSave;
      try {
        const command = toCommand(row, this.#plan.options, { holders, defaults });
        // Rows that follow are about this product, too.
        const { gtin } = row.input;
        if (typeof gtin === 'string' && !holders.has(gtin)) holders.set(gtin, [command.reference]);
        return { row, at: commands.push(announced === undefined ? command : { ...command, announced }) - 1 };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { saved: null, errors: toRowErrors(row, error, planned), waiting: null };
      }
    });
    const saved = await this.#saveAll(commands, catalog);
    return steps.map((step): RowOutcome => {
      if (!('at' in step)) return step;
      const command = commands[step.at] as SaveCommand;
      const outcome = saved.get(command) as SavedProduct | ApiError;
      const deferred = { reference: command.reference, isLate: typeof command.input.parent === 'string' };
      if (!(outcome instanceof ApiError)) return { saved: outcome.outcome, ...deferred };
      const needs = neededProducts(command, outcome);
      const errors = toRowErrors(step.row, outcome, planned);
      return { saved: null, errors, waiting: needs && { ...deferred, needs } };
    });
  }

  /**
   * Importing a file again changes few of its products. Once most of a batch has stayed as it was, the next one is
   * compared without locks, and only what differs is saved: a change of one of the others by somebody else counts as
   * later than the import. Each lock would write to its row.
   */
  async #saveAll(
    commands: readonly SaveCommand[],
    catalog: CatalogSnapshot,
  ): Promise<ReadonlyMap<SaveCommand, SavedProduct | ApiError>> {
    const { dryRun } = this.#plan.options;
    const outcomes = new Map<SaveCommand, SavedProduct | ApiError>();
    if (commands.length === 0) return outcomes;
    const save = async (some: readonly SaveCommand[], options: SaveOptions) => {
      const saved = some.length === 0 ? [] : await this.#options.writer.saveAll(this.#ctx, some, options);
      for (const [index, command] of some.entries()) outcomes.set(command, saved[index] as SavedProduct | ApiError);
    };
    const isUnchanged = (command: SaveCommand) => {
      const outcome = outcomes.get(command);
      return outcome !== undefined && !(outcome instanceof ApiError) && outcome.outcome === 'unchanged';
    };
    if (dryRun || this.#expectsUnchanged) await save(commands, { dryRun: true, catalog });
    if (!dryRun) {
      await save(
        commands.filter((command) => !isUnchanged(command)),
        {},
      );
    }
    this.#expectsUnchanged = commands.filter(isUnchanged).length >= mostlyUnchanged * commands.length;
    return outcomes;
  }

  async #holdersOf(rows: readonly ReadRow[]): Promise<Map<string, readonly string[]>> {
    if (this.#plan.options.matchBy !== 'gtin') return new Map();
    const gtins = [...new Set(rows.flatMap(({ input }) => input.gtin ?? []))];
    if (gtins.length === 0) return new Map();
    const holders = await this.#options.references.byGtins(this.#ctx.workspace.id, gtins);
    return new Map(holders.map(({ gtin, ids }) => [gtin, ids.map((id) => encodeId('product', id))]));
  }
}

/** Columns that name the product of a row, or other products. */
const namesProducts = /^(id|sku|parent|associations\..+)$/;

function toNames(input: Pick<RowInput, 'sku' | 'parent' | 'associations'>): NamedRecords {
  return { reference: input.sku ?? null, related: relatedProducts(input) };
}

/** Removes duplicates: the first mention wins; for an attribute, its column rather than a cell. */
function distinct(records: readonly MissingRecord[]): MissingRecord[] {
  const byKey = new Map<string, MissingRecord>();
  for (const record of records) {
    const known = byKey.get(keyOf(record));
    if (known === undefined || (known.kind === 'attribute' && known.isNamedInCell)) byKey.set(keyOf(record), record);
  }
  return [...byKey.values()];
}

/** The error message for the field it concerns. */
function messageOf({ message, details }: ApiError): string {
  return Object.values(details?.fieldErrors ?? {})[0] ?? message;
}
