import type { RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import type { MissingRecord } from '../../columns/index.ts';
import { keyOf, type MissingRecords, type RecordOutcomes } from '../run/missing-records.ts';
import { rolledBack } from '../run/rolled-back.ts';

export interface SimulatedCatalogOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly records: MissingRecords;
}

/**
 * The catalog with the records that a dry run would have created by now: later rows name them, and do not create them
 * again.
 */
export class SimulatedCatalog {
  readonly #options: SimulatedCatalogOptions;
  readonly #ctx: RequestContext;
  readonly #created: MissingRecord[];
  /** The catalog with these records, and the version it has without them. */
  #latest: { readonly version: string; readonly catalog: CatalogSnapshot } | null = null;

  /** @param created the records of an interrupted dry run. */
  constructor(options: SimulatedCatalogOptions, ctx: RequestContext, created: readonly MissingRecord[]) {
    this.#options = options;
    this.#ctx = ctx;
    this.#created = [...created];
  }

  /** The records, in the order in which they would have been created. */
  get created(): readonly MissingRecord[] {
    return this.#created;
  }

  /** Adds the records to the current catalog. */
  async extend(current: CatalogSnapshot): Promise<CatalogSnapshot> {
    if (this.#created.length === 0) return current;
    const { version } = current;
    if (this.#latest?.version !== version) this.#latest = { version, catalog: await this.#build() };
    return this.#latest.catalog;
  }

  /** Creates the records within the running transaction, which has to be rolled back. */
  async recreate(): Promise<void> {
    if (this.#created.length > 0) await this.#options.records.create(this.#ctx, this.#created);
  }

  /**
   * Notes records that were created after {@link recreate}.
   *
   * @param catalog with all records.
   * @param version of the catalog without them.
   */
  add(records: readonly MissingRecord[], outcomes: RecordOutcomes, catalog: CatalogSnapshot, version: string): void {
    for (const record of records) {
      const code = outcomes.get(keyOf(record));
      if (typeof code === 'string') this.#created.push({ ...record, code });
    }
    this.#latest = { version, catalog };
  }

  /** Somebody else has changed the catalog, or an interrupted dry run continues. */
  #build(): Promise<CatalogSnapshot> {
    const { database, records, catalog } = this.#options;
    return rolledBack(database, async () => {
      await records.lock(this.#ctx);
      await this.recreate();
      return catalog.snapshot(this.#ctx.workspace.id);
    });
  }
}
