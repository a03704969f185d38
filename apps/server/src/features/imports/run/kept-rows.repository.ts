import type { Database } from '../../../storage/index.ts';
import type { SaveCommand } from '../../products/index.ts';
import type { RowCommand } from '../rows/row-command.ts';

/** A row that waits for products further down its file. */
export interface WaitingRow extends RowCommand {
  readonly needs: readonly string[];
}

/** A waiting row whose turn has come. */
export interface DueRow extends WaitingRow {
  /** What it needs neither exists nor is about to. */
  readonly hopeless: boolean;
}

/** A job, as its rows name it. */
export interface ImportScope {
  readonly workspaceId: string;
  readonly jobId: string;
}

const insertRows = `
  insert into import_row (workspace_id, job_id, "row", state, sku, has_parent, needs, command)
  select $1, $2, r.number, $3, r.sku, r.has_parent, array(select json_array_elements_text(r.needs)), r.command
  from json_to_recordset($4::json) as r (number integer, sku text, has_parent boolean, needs json, command text)
  on conflict (workspace_id, job_id, "row") do update set state = excluded.state`;

/**
 * Rows that wait for something that neither exists nor waits itself, and rows that wait for those. In a dry run what
 * would have been created exists.
 */
const findHopeless = `
  with recursive need as materialized (
    select r."row", r.sku, n.sku as needed
    from import_row r, unnest(r.needs) as n (sku)
    where r.workspace_id = $1 and r.job_id = $2 and r.state = 'waiting'
      and not exists (select from product p where p.workspace_id = $1 and p.sku = n.sku)
      and not exists (
        select from import_row k
        where k.workspace_id = $1 and k.job_id = $2 and k.state = 'rehearsed' and k.sku = n.sku)
  ), hopeless ("row", sku) as (
    select need."row", need.sku from need
    where not exists (
      select from import_row w
      where w.workspace_id = $1 and w.job_id = $2 and w.state = 'waiting' and w.sku = need.needed)
    union
    select need."row", need.sku from need join hopeless on hopeless.sku = need.needed
  )
  update import_row r set state = 'hopeless' from (select distinct "row" from hopeless) h
  where r.workspace_id = $1 and r.job_id = $2 and r."row" = h."row"`;

const selectDue = `
  select "row" as number, needs, command, state = 'hopeless' as hopeless from import_row
  where workspace_id = $1 and job_id = $2 and state in ('waiting', 'hopeless')
  order by has_parent, "row" limit $3`;

const selectRehearsed = `
  select distinct on (sku) sku, command from import_row
  where workspace_id = $1 and job_id = $2 and state = 'rehearsed' and sku = any($3::text[]) order by sku, "row"`;

const deleteRows = 'delete from import_row where workspace_id = $1 and job_id = $2 and "row" = any($3::integer[])';

const selectGtins = `
  select gtin, array_agg(id::text) as ids from product
  where workspace_id = $1 and gtin = any($2::text[]) group by gtin`;

/** Rows an import has put aside, in PostgreSQL: they are committed with the batch they belong to. */
export class KeptRowsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async keep(
    { workspaceId, jobId }: ImportScope,
    state: 'waiting' | 'rehearsed',
    rows: readonly WaitingRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const records = rows.map(({ number, needs, command }) => ({
      ...{ number, needs, sku: command.reference, has_parent: typeof command.input.parent === 'string' },
      command: JSON.stringify(command),
    }));
    await this.#database.query(insertRows, [workspaceId, jobId, state, JSON.stringify(records)]);
  }

  /** Marks the rows that wait for nothing that will come. */
  async findHopeless({ workspaceId, jobId }: ImportScope): Promise<void> {
    await this.#database.query(findHopeless, [workspaceId, jobId]);
  }

  /** The next rows that wait, parents before their variants. */
  async due({ workspaceId, jobId }: ImportScope, limit: number): Promise<DueRow[]> {
    type Kept = Omit<DueRow, 'command'> & { readonly command: string };
    const { rows } = await this.#database.query<Kept>(selectDue, [workspaceId, jobId, limit]);
    return rows.map((row) => ({ ...row, command: JSON.parse(row.command) as SaveCommand }));
  }

  /** What earlier batches of a dry run would have created, of these SKUs. */
  async rehearsed({ workspaceId, jobId }: ImportScope, skus: readonly string[]): Promise<SaveCommand[]> {
    if (skus.length === 0) return [];
    const values = [workspaceId, jobId, skus];
    const { rows } = await this.#database.query<{ command: string }>(selectRehearsed, values);
    return rows.map(({ command }) => JSON.parse(command) as SaveCommand);
  }

  async forget({ workspaceId, jobId }: ImportScope, rows: readonly number[]): Promise<void> {
    if (rows.length > 0) await this.#database.query(deleteRows, [workspaceId, jobId, rows]);
  }

  /** UUIDs of the products that have one of these GTINs. */
  async byGtin(workspaceId: string, gtins: readonly string[]): Promise<Map<string, readonly string[]>> {
    if (gtins.length === 0) return new Map();
    type Holder = { readonly gtin: string; readonly ids: string[] };
    const { rows } = await this.#database.query<Holder>(selectGtins, [workspaceId, gtins]);
    return new Map(rows.map(({ gtin, ids }) => [gtin, ids]));
  }
}
