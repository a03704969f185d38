import { type ImportOptions, type ImportResult, limits } from '@product-content/contract';
import { ApiError, type RequestContext } from '../../../kernel/index.ts';
import type { AttributeBatches } from '../../attributes/index.ts';
import type { CatalogLocks, CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import type { CategoriesService } from '../../categories/index.ts';
import type { CollectionsService } from '../../collections/index.ts';
import { type MissingRecord, toDistinctCode } from '../../columns/index.ts';

export interface MissingRecordsOptions {
  readonly attributes: AttributeBatches;
  readonly categories: CategoriesService;
  readonly collections: CollectionsService;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
}

/** Another request may have created the record since the row was read. */
const isNew = { whenExisting: 'conflict' } as const;

/** Codes of records an import created. */
export type CreatedCodes = Pick<
  ImportResult,
  'createdAttributes' | 'createdCategories' | 'createdCollections' | 'createdOptions'
>;

/** The outcome for missing records, by {@link keyOf}: the code each has now, or the error that rejected it. */
export type RecordOutcomes = ReadonlyMap<string, string | ApiError>;

type Missing<Kind extends MissingRecord['kind']> = Extract<MissingRecord, { readonly kind: Kind }>;

/** Identifies a missing record. */
export function keyOf(record: MissingRecord): string {
  return JSON.stringify([record.kind, record.kind === 'option' ? record.attribute : null, record.identity]);
}

/** Whether an import may create a record that a cell or column names. */
export function isCreatable(record: MissingRecord, { createMissing }: ImportOptions): boolean {
  const { attributes, categories, collections, options } = createMissing;
  // The mapping already decides that a column becomes an attribute.
  const attribute = attributes || !(record.kind === 'attribute' && record.isNamedInCell);
  return { attribute, category: categories, collection: collections, option: options }[record.kind];
}

/** @throws ApiError `validation_failed` when an import would create more records than allowed, which ends it. */
export function assertFewRecords(count: number): void {
  const { importRecords: most } = limits;
  if (count <= most) return;
  const what = `${most} categories, collections, options and attributes`;
  throw new ApiError('validation_failed', `The import would create more than ${what}; it was ended.`);
}

/** Creates catalog records that rows name and that do not exist (API behavior 10.8). */
export class MissingRecords {
  readonly #options: MissingRecordsOptions;

  constructor(options: MissingRecordsOptions) {
    this.#options = options;
  }

  /** Locks the catalog against other changes to the end of the transaction. */
  lock({ workspace }: RequestContext): Promise<void> {
    return this.#options.locks.exclude(workspace.id);
  }

  /**
   * Creates records within the running transaction, with a number of statements that does not depend on how many there
   * are.
   *
   * @param records without duplicates; a category comes after its parent.
   */
  async create(ctx: RequestContext, records: readonly MissingRecord[]): Promise<RecordOutcomes> {
    const catalog = await this.#options.catalog.snapshot(ctx.workspace.id);
    const of = <Kind extends MissingRecord['kind']>(kind: Kind) =>
      records.filter((record): record is Missing<Kind> => record.kind === kind);
    const attributes = await this.#createAttributes(ctx, of('attribute'));
    return new Map([
      ...attributes,
      ...(await this.#createOptions(ctx, catalog, of('option'))),
      ...(await this.#createCategories(ctx, catalog, of('category'))),
      ...(await this.#createCollections(ctx, catalog, of('collection'))),
    ]);
  }

  async #createAttributes(ctx: RequestContext, records: readonly Missing<'attribute'>[]): Promise<RecordOutcomes> {
    if (records.length === 0) return new Map();
    const commands = records.map(({ code, type, name: label, isAxis }) => {
      return { code, input: { type, label, usableAsAxis: isAxis }, ...isNew };
    });
    return toOutcomes(records, await this.#options.attributes.saveAll(ctx, commands));
  }

  async #createOptions(
    ctx: RequestContext,
    catalog: CatalogSnapshot,
    records: readonly Missing<'option'>[],
  ): Promise<RecordOutcomes> {
    if (records.length === 0) return new Map();
    const added = [...Map.groupBy(records, ({ attribute }) => attribute)].map(([attribute, missing]) => {
      const known = catalog.attribute(attribute)?.optionCodes;
      return { attribute, missing, codes: distinctCodes(missing, (code) => known?.has(code) ?? false) };
    });
    const commands = added.map(({ attribute: code, missing, codes }) => {
      const options = missing.map(({ name }, index) => ({ code: codes[index] as string, label: name }));
      return { code, input: { options }, whenMissing: 'not_found' } as const;
    });
    const outcomes = await this.#options.attributes.saveAll(ctx, commands);
    return new Map(
      added.flatMap(({ missing, codes }, at) => {
        const outcome = outcomes[at];
        const refused = outcome instanceof ApiError ? outcome : null;
        return missing.map((record, index) => [keyOf(record), refused ?? (codes[index] as string)] as const);
      }),
    );
  }

  async #createCategories(
    ctx: RequestContext,
    catalog: CatalogSnapshot,
    records: readonly Missing<'category'>[],
  ): Promise<RecordOutcomes> {
    if (records.length === 0) return new Map();
    const codes = distinctCodes(records, (code) => catalog.category(code) !== undefined);
    const codeOf = new Map(records.map(({ identity }, index) => [identity, codes[index] as string]));
    const commands = records.map(({ name, parent: above }, index) => {
      const parent = above === null ? null : 'code' in above ? above.code : (codeOf.get(above.identity) ?? null);
      return { code: codes[index] as string, input: { name, parent }, ...isNew };
    });
    return toOutcomes(records, await this.#options.categories.saveAll(ctx, commands));
  }

  async #createCollections(
    ctx: RequestContext,
    catalog: CatalogSnapshot,
    records: readonly Missing<'collection'>[],
  ): Promise<RecordOutcomes> {
    if (records.length === 0) return new Map();
    const codes = distinctCodes(records, (code) => catalog.collection(code) !== undefined);
    const commands = records.map(({ name }, index) => ({ code: codes[index] as string, input: { name }, ...isNew }));
    return toOutcomes(records, await this.#options.collections.saveAll(ctx, commands));
  }
}

/**
 * Chooses codes for new records: the one derived from the name, or a distinct one if another name has it. Names that
 * are valid codes come first, because a cell with such a name is read as a code.
 */
function distinctCodes(records: readonly MissingRecord[], isTaken: (code: string) => boolean): string[] {
  const given = new Map<string, MissingRecord>();
  for (const record of records) if (record.name === record.code) given.set(record.code, record);
  return records.map((record) => {
    const { code: made, identity } = record;
    const code = isTaken(made) || (given.get(made) ?? record) !== record ? toDistinctCode(made, identity) : made;
    given.set(code, record);
    return code;
  });
}

function toOutcomes(
  records: readonly MissingRecord[],
  created: readonly ({ readonly code: string } | ApiError)[],
): RecordOutcomes {
  return new Map(
    records.map((record, index) => {
      const outcome = created[index] as { readonly code: string } | ApiError;
      return [keyOf(record), outcome instanceof ApiError ? outcome : outcome.code];
    }),
  );
}

/** The codes of created records, for the result. */
export function toCreatedCodes(records: readonly MissingRecord[], outcomes: RecordOutcomes): CreatedCodes {
  const of = (kind: MissingRecord['kind']) =>
    records.flatMap((record) => {
      const code = record.kind === kind ? outcomes.get(keyOf(record)) : undefined;
      if (typeof code !== 'string') return [];
      return [record.kind === 'option' ? `${record.attribute}.${code}` : code];
    });
  return {
    createdAttributes: of('attribute'),
    createdCategories: of('category'),
    createdCollections: of('collection'),
    createdOptions: of('option'),
  };
}
