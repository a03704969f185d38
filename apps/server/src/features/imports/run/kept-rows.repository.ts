import type { Cell, Row } from '../../../formats/index.ts';
import { mapInSlices } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';

/** A row that is put aside. */
export interface KeptRow {
  readonly row: Row;
  /** SKU or id of its product. */
  readonly reference: string;
  /** It is saved behind those that are not late: a variant, or a row whose product another row names, too. */
  readonly isLate: boolean;
  /** SKUs it waits for. */
  readonly needs: readonly string[];
}

/** A waiting row whose turn has come. */
export interface DueRow extends Pick<KeptRow, 'row' | 'needs'> {
  /** What it needs neither exists nor is about to. */
  readonly isHopeless: boolean;
}

/** A row that a dry run would have created a product of. */
export type RehearsedRow = Pick<KeptRow, 'row' | 'reference' | 'needs'>;

/** How much is worked on in one transaction. */
export interface BatchSize {
  readonly rows: number;
  /** Characters of their cells together; one row may have more. */
  readonly characters: number;
}

/** A job, as its rows name it. */
export interface ImportScope {
  readonly workspaceId: string;
  readonly jobId: string;
}

const insertRows = `
  insert into import_row (workspace_id, job_id, "row", state, sku, is_late, needs, cells)
  select $1, $2, r.number, $3, r.sku, r.is_late, array(select json_array_elements_text(r.needs)), r.cells
  from json_to_recordset($4::json) as r (number integer, sku text, is_late boolean, needs json, cells text)
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

/** So many that they have no more than some bytes together; one row may have more. */
const selectDue = `
  select number, needs, cells, "isHopeless" from (
    select "row" as number, needs, cells, state = 'hopeless' as "isHopeless", is_late,
      sum(octet_length(cells)) over (order by is_late, "row") - octet_length(cells) as bytes_before
    from (
      select * from import_row
      where workspace_id = $1 and job_id = $2 and state in ('waiting', 'hopeless')
      order by is_late, "row" limit $3
    ) due
  ) sized where bytes_before < $4 order by is_late, number`;

const selectRehearsed = `
  select distinct on (sku) "row" as number, sku as reference, needs, cells from import_row
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
    rows: readonly KeptRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const records = rows.map(({ row, reference: sku, isLate: is_late, needs }) => {
      return { number: row.number, sku, is_late, needs, cells: toText(row.cells) };
    });
    await this.#database.query(insertRows, [workspaceId, jobId, state, JSON.stringify(records)]);
  }

  /** Marks the rows that wait for nothing that will come. */
  async findHopeless({ workspaceId, jobId }: ImportScope): Promise<void> {
    await this.#database.query(findHopeless, [workspaceId, jobId]);
  }

  /** The next rows that wait, parents before their variants. */
  async due({ workspaceId, jobId }: ImportScope, most: BatchSize): Promise<DueRow[]> {
    const values = [workspaceId, jobId, most.rows, most.characters];
    const { rows } = await this.#database.query<Stored<DueRow>>(selectDue, values);
    return mapInSlices(rows, fromStored);
  }

  /** Rows of earlier batches that a dry run would have created these products of. */
  async rehearsed({ workspaceId, jobId }: ImportScope, references: readonly string[]): Promise<RehearsedRow[]> {
    if (references.length === 0) return [];
    const values = [workspaceId, jobId, references];
    const { rows } = await this.#database.query<Stored<RehearsedRow>>(selectRehearsed, values);
    return mapInSlices(rows, fromStored);
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

type Stored<Kept> = Omit<Kept, 'row'> & { readonly number: number; readonly cells: string };

function fromStored<Fields extends { readonly number: number; readonly cells: string }>({
  number,
  cells,
  ...fields
}: Fields) {
  return { ...fields, row: { number, cells: toCells(cells) } };
}

/** Cells by their position: a list would turn cells a row does not have into null. */
function toText(cells: readonly Cell[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(cells)));
}

function toCells(text: string): Cell[] {
  const cells: Cell[] = [];
  for (const [position, cell] of Object.entries(JSON.parse(text) as Record<string, Cell>))
    cells[Number(position)] = cell;
  return cells;
}
