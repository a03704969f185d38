import type { JobWarning } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import type { RowKey } from '../rows/row-key.ts';
import type { ImportScope } from './deferred-rows.repository.ts';
import { deleteKeys, findBoundary, insertKeys, markPutAside, selectKeys, selectKnown } from './import-key.sql.ts';

/** A row and what identifies its product. */
export interface KeyedRow {
  readonly number: number;
  readonly key: string;
}

/** The first row with a key, for a later row with the same key. */
export interface EarlierRow {
  readonly number: number;
  /** The row may be saved only after those that follow it. */
  readonly isPutAside: boolean;
}

/** Keys deleted per statement. */
const forgetBatch = 10_000;

/**
 * What identifies the products of a running import's rows, in PostgreSQL: a row that names a product again is detected
 * however far above the first one is, even after a worker was killed.
 */
export class RepeatedRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Saves the keys of rows, within the transaction of their batch.
   *
   * @returns for each row with the key of an earlier one, the first row with that key, by number.
   */
  async note({ workspaceId, jobId }: ImportScope, rows: readonly KeyedRow[]): Promise<Map<number, EarlierRow>> {
    if (rows.length === 0) return new Map();
    const first = new Map(rows.toReversed().map(({ key, number }) => [key, number]));
    const given = { workspaceId, jobId, keys: [...first.keys()], numbers: [...first.values()] };
    const [inserted] = await this.#database.run(insertKeys, given);
    const known = inserted?.count === first.size ? [] : await this.#database.run(selectKnown, given);
    const before = new Map<string, EarlierRow>(known.map(({ key, ...row }) => [key, row]));
    const repeated = new Map<number, EarlierRow>();
    for (const { key, number } of rows) {
      const [earlier, firstOfBatch = number] = [before.get(key), first.get(key)];
      if (earlier === undefined && firstOfBatch === number) continue;
      // Rows of one batch are saved together: the outcome of the first one is not known yet.
      const isPutAside = firstOfBatch !== number || earlier?.isPutAside === true;
      repeated.set(number, { number: earlier?.number ?? firstOfBatch, isPutAside });
    }
    return repeated;
  }

  /** Those of the keys that rows have. */
  async known({ workspaceId, jobId }: ImportScope, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const found = await this.#database.run(selectKeys, { workspaceId, jobId, keys });
    return new Set(found.map(({ key }) => key));
  }

  /** Records that rows with these keys will be saved later than the rows that follow them. */
  async markDeferred({ workspaceId, jobId }: ImportScope, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#database.run(markPutAside, { workspaceId, jobId, keys });
  }

  /** Deletes all keys of an import, in batches. */
  async forget({ workspaceId, jobId }: ImportScope): Promise<void> {
    for (let after: string | null = ''; after !== null; ) {
      const range: { workspaceId: string; jobId: string; after: string } = { workspaceId, jobId, after };
      const [last] = await this.#database.run(findBoundary, { ...range, skipped: forgetBatch - 1 });
      const boundary: string | null = last?.key ?? null;
      await this.#database.run(deleteKeys, { ...range, boundary });
      after = boundary;
    }
  }
}

const nouns = { sku: 'SKU', id: 'id', gtin: 'GTIN', code: 'code' } as const;

/** The error of a row that names the product of an earlier one; it mentions both rows. */
export function describeRepeat(row: number, { kind, value, column }: RowKey, earlier: number): JobWarning {
  const message = `The ${nouns[kind]} "${value}" is in row ${earlier} and again in row ${row}.`;
  const sku = kind === 'sku' ? value : null;
  return { row, column, sku, field: kind, code: 'repeated_row', message, value, relatedRow: earlier };
}
