import type { CatalogRecordType } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import { ApiError, mapInSlices, type RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader, SavedRecord, SaveRecord } from '../../catalog/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { createCatalogRules, type ReadRecord } from '../rows/catalog-rules.ts';
import { type PlannedColumns, planColumns } from '../rows/planned-columns.ts';
import { type BadRow, createRowReader, isBad } from '../rows/read-row.ts';
import { toRowErrors } from '../rows/row-command.ts';
import { toCreatedCodes } from '../run/missing-records.ts';
import type { DescribedRow, ImportedRows, RowOutcome, RowToSave, SavedRows } from './imported-rows.ts';

/**
 * Saves records of one kind independently of each other. The number of statements does not depend on how many there
 * are.
 */
export interface RecordWriter {
  saveAll(ctx: RequestContext, commands: readonly SaveRecord<never>[]): Promise<(SavedRecord | ApiError)[]>;
}

export interface CatalogRowsOptions {
  readonly catalog: CatalogReader;
  readonly writers: Readonly<Record<CatalogRecordType, RecordWriter>>;
}

/** Saves rows as categories, attributes, attribute groups or collections. */
export class CatalogRows implements ImportedRows {
  readonly waitingOrder = 'in-order';
  readonly #options: CatalogRowsOptions;
  readonly #recordType: CatalogRecordType;
  readonly #plan: ImportPlan;
  readonly #ctx: RequestContext;

  constructor(options: CatalogRowsOptions, recordType: CatalogRecordType, plan: ImportPlan, ctx: RequestContext) {
    this.#options = options;
    this.#recordType = recordType;
    this.#plan = plan;
    this.#ctx = ctx;
  }

  names(rows: readonly Row[]): Promise<DescribedRow[]> {
    return this.describe(rows);
  }

  async describe(rows: readonly Row[]): Promise<DescribedRow[]> {
    const { read } = await this.#read(rows);
    return read.map((item): DescribedRow => {
      const { code, parent } = fieldsOf(item);
      const related = typeof parent === 'string' ? [parent] : [];
      const permanentErrors = isBad(item) ? item.problems.map(({ error }) => error) : [];
      return {
        row: item.row,
        reference: typeof code === 'string' ? code : null,
        related,
        above: related,
        permanentErrors,
      };
    });
  }

  async save(rows: readonly RowToSave[]): Promise<SavedRows> {
    const { read, planned } = await this.#read(rows.map(({ row }) => row));
    const good = read.filter((item): item is ReadRecord => !isBad(item));
    const { mode } = this.#plan.options;
    const commands = good.map(({ code, input }) => ({
      code,
      input: input as never,
      whenExisting: mode === 'create' ? ('conflict' as const) : ('change' as const),
      whenMissing: mode === 'update' ? ('not_found' as const) : ('create' as const),
    }));
    const saved =
      commands.length === 0 ? [] : await this.#options.writers[this.#recordType].saveAll(this.#ctx, commands);
    const outcomes = new Map(good.map((item, index) => [item.row, saved[index]]));
    return {
      outcomes: read.map((item) => {
        if (isBad(item)) return { saved: null, errors: item.problems.map(({ error }) => error), waiting: null };
        return toOutcome(item, outcomes.get(item.row) as SavedRecord | ApiError, planned);
      }),
      created: toCreatedCodes([], new Map()),
    };
  }

  async #read(rows: readonly Row[]): Promise<{ read: (ReadRecord | BadRow)[]; planned: PlannedColumns }> {
    const { workspace } = this.#ctx;
    const scope = { workspace, catalog: await this.#options.catalog.snapshot(workspace.id) };
    const planned = planColumns(this.#plan, scope);
    const rules = createCatalogRules(this.#recordType, this.#plan, scope);
    return { read: await mapInSlices(rows, createRowReader(this.#plan, planned, rules)), planned };
  }
}

function toOutcome(item: ReadRecord, outcome: SavedRecord | ApiError, planned: PlannedColumns): RowOutcome {
  const deferred = { reference: item.code, isLate: false };
  if (!(outcome instanceof ApiError)) return { saved: outcome.outcome, ...deferred };
  const errors = toRowErrors({ row: item.row, input: {} }, outcome, planned);
  const fields = Object.keys(outcome.details?.fieldErrors ?? {});
  const { parent } = item.input;
  // The parent, or a category between the two, may come further down.
  const isParent = fields.join() === 'parent' && typeof parent === 'string';
  return { saved: null, errors, waiting: isParent ? { ...deferred, needs: [parent] } : null };
}

function fieldsOf(item: ReadRecord | BadRow): Readonly<Record<string, unknown>> {
  return isBad(item) ? (item.input as object as Record<string, unknown>) : { ...item.input, code: item.code };
}
