import type { JobWarning } from '@product-content/contract';
import type { Database, SqlParameter } from '../../../storage/index.ts';
import type { RowKey } from '../rows/row-key.ts';
import type { ImportScope } from './kept-rows.repository.ts';

/** A row and what names its product. */
export interface KeyedRow {
  readonly number: number;
  readonly key: string;
}

/** The first row with a key, for a row that has it again. */
export interface EarlierRow {
  readonly number: number;
  /** A row with the key may be saved only after those that follow it. */
  readonly isPutAside: boolean;
}

const insertKeys = `
  insert into import_key (workspace_id, job_id, key, "row")
  select $1, $2, key, number from unnest($3::text[], $4::integer[]) as given (key, number)
  on conflict do nothing`;

/** Keys that were there before, one by one by the index: the planner has no statistics of a table that just grew. */
const selectKnown = `
  select found.* from unnest($3::text[], $4::integer[]) as given (key, number) cross join lateral (
    select key, "row" as number, put_aside as "isPutAside" from import_key
    where workspace_id = $1 and job_id = $2 and key = given.key limit 1
  ) as found
  where found.number <> given.number`;

const markPutAside = `
  update import_key set put_aside = true where workspace_id = $1 and job_id = $2 and key = any($3::text[])`;

/** The last of so many keys behind one; none when there are fewer. */
const findBoundary = `
  select key from import_key where workspace_id = $1 and job_id = $2 and key > $3 order by key offset $4 limit 1`;

/** A range of keys is found by the index, whatever the planner knows of the table. */
const deleteKeys = `
  delete from import_key where workspace_id = $1 and job_id = $2 and key > $3 and ($4::text is null or key <= $4)`;

/** Keys that are forgotten with one statement. */
const forgetBatch = 10_000;

/**
 * What names the products of a running import's rows, in PostgreSQL: a row that names a product again is found however
 * far above it the other one is, whoever was killed in between.
 */
export class RepeatedRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Notes the keys of rows, within the transaction of their batch.
   *
   * @returns for each row whose key another one had before it, the first of those, by number.
   */
  async note({ workspaceId, jobId }: ImportScope, rows: readonly KeyedRow[]): Promise<Map<number, EarlierRow>> {
    if (rows.length === 0) return new Map();
    const first = new Map(rows.toReversed().map(({ key, number }) => [key, number]));
    const values = [workspaceId, jobId, [...first.keys()], [...first.values()]];
    const { rowCount } = await this.#database.query(insertKeys, values);
    const before = rowCount === first.size ? new Map<string, EarlierRow>() : await this.#known(values);
    const repeated = new Map<number, EarlierRow>();
    for (const { key, number } of rows) {
      const [known, firstOfBatch = number] = [before.get(key), first.get(key)];
      if (known === undefined && firstOfBatch === number) continue;
      // Rows of one batch are saved together: what becomes of the first one is not known yet.
      const isPutAside = firstOfBatch !== number || known?.isPutAside === true;
      repeated.set(number, { number: known?.number ?? firstOfBatch, isPutAside });
    }
    return repeated;
  }

  async #known(values: SqlParameter[]): Promise<Map<string, EarlierRow>> {
    const { rows } = await this.#database.query<EarlierRow & { readonly key: string }>(selectKnown, values);
    return new Map(rows.map(({ key, number, isPutAside }) => [key, { number, isPutAside }]));
  }

  /** Notes that rows with these keys will be saved later than the rows that follow them. */
  async putAside({ workspaceId, jobId }: ImportScope, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#database.query(markPutAside, [workspaceId, jobId, keys]);
  }

  /** Forgets all keys of an import, in batches. */
  async forget({ workspaceId, jobId }: ImportScope): Promise<void> {
    for (let after: string | null = ''; after !== null; ) {
      const values: readonly [string, string, string] = [workspaceId, jobId, after];
      const { rows } = await this.#database.query<{ key: string }>(findBoundary, [...values, forgetBatch - 1]);
      const boundary: string | null = rows[0]?.key ?? null;
      await this.#database.query(deleteKeys, [...values, boundary]);
      after = boundary;
    }
  }
}

const nouns = { sku: 'SKU', id: 'id', gtin: 'GTIN' } as const;

/** Says that a row names the product of an earlier one, naming both. */
export function describeRepeat(row: number, { kind, value, column }: RowKey, earlier: EarlierRow): JobWarning {
  const message = `The ${nouns[kind]} "${value}" is in row ${earlier.number} and again in row ${row}.`;
  const sku = kind === 'sku' ? value : null;
  return { row, column, sku, field: kind, code: 'repeated_row', message, relatedRow: earlier.number };
}
