import type { EntitySchema, FilterQuery, RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError, decodeId, type IdKind, notFound } from '../../../kernel/index.ts';
import type { Database, SqlParameter } from '../../../storage/index.ts';

/** What the rows of all records of the catalog have. */
export interface CatalogRow {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  readonly code: string;
  readonly position: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Greatest `position`, as the column and the contract have it. */
const maxPosition = 2 ** 31 - 1;

/**
 * The rows of one kind of catalog record. They are plain values: nothing that is done to one is written unless it is
 * handed to {@link CatalogRecords.update}. Within a transaction everything happens there.
 */
export class CatalogRecords<Row extends CatalogRow> {
  protected readonly database: Database;
  /** `category`, `attributeGroup`: prefix of ids and name in messages. */
  readonly kind: IdKind;
  readonly #entity: EntitySchema<Row>;
  readonly #table: string;
  readonly #columns: string;
  readonly #fields: readonly { readonly name: string; readonly column: string }[];

  constructor(database: Database, entity: EntitySchema<Row>, kind: IdKind) {
    this.database = database;
    this.kind = kind;
    this.#entity = entity;
    const { tableName, props } = database.orm.getMetadata(entity);
    this.#table = tableName;
    this.#fields = props.map(({ name, fieldNames: [column = name] }) => ({ name, column }));
    this.#columns = this.#fields.map(({ name, column }) => `${column} as "${name}"`).join(', ');
  }

  /** All of a workspace by position, then code. */
  list(workspaceId: string): Promise<Row[]> {
    return this.select('workspace_id = $1 order by position, code', [workspaceId], 'list');
  }

  /** The codes of all of a workspace by their UUID. */
  async codes(workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const text = `select id, code from ${this.#table} where workspace_id = $1`;
    const { rows } = await this.database.query<Pick<Row, 'id' | 'code'>>(text, [workspaceId], `${this.#table}.codes`);
    return new Map(rows.map(({ id, code }) => [id, code]));
  }

  /** By id or code; an id match wins. */
  async find(workspaceId: string, reference: string): Promise<Row | null> {
    const id = decodeId(this.kind, reference);
    const condition = 'workspace_id = $1 and (id = $2 or code = $3) order by id = $2 desc limit 1';
    const [row] = await this.select(condition, [workspaceId, id, reference], 'find');
    return row ?? null;
  }

  /** @throws ApiError `not_found`. */
  async get(workspaceId: string, reference: string): Promise<Row> {
    const row = await this.find(workspaceId, reference);
    if (row === null) throw notFound(this.noun);
    return row;
  }

  /** True when {@link find} would find one; from the indexes alone. */
  async exists(workspaceId: string, reference: string): Promise<boolean> {
    const text = `select from ${this.#table} where workspace_id = $1 and (id = $2 or code = $3) limit 1`;
    const values = [workspaceId, decodeId(this.kind, reference), reference];
    return (await this.database.query(text, values, `${this.#table}.exists`)).rowCount === 1;
  }

  /** Holds to the end of a transaction that changes the catalog. @throws ApiError `conflict`. */
  async assertCodeIsFree(workspaceId: string, code: string): Promise<void> {
    const taken = await this.takenCodes(workspaceId, [code]);
    if (taken.has(code)) throw this.codeTaken(code);
  }

  /** Those of some codes that records have. */
  async takenCodes(workspaceId: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
    const text = `select code from ${this.#table} where workspace_id = $1 and code = any($2::text[])`;
    const { rows } = await this.database.query<{ code: string }>(text, [workspaceId, codes], `${this.#table}.code`);
    return new Set(rows.map(({ code }) => code));
  }

  codeTaken(code: string): ApiError<'conflict'> {
    return new ApiError('conflict', `The code "${code}" is already used by another ${this.noun}.`);
  }

  /** The position after the last. */
  async nextPosition(workspaceId: string): Promise<number> {
    const [position = 0] = await this.nextPositions(workspaceId, 1);
    return position;
  }

  /** So many positions after the last. */
  async nextPositions(workspaceId: string, count: number): Promise<number[]> {
    const text = `select max(position) + 1::bigint as next from ${this.#table} where workspace_id = $1`;
    const { rows } = await this.database.query<{ next: number | null }>(text, [workspaceId], `${this.#table}.next`);
    const first = rows[0]?.next ?? 0;
    return Array.from({ length: count }, (_, index) => Math.min(first + index, maxPosition));
  }

  async insert(row: Row): Promise<void> {
    await this.#em.insert(this.#entity, row as unknown as RequiredEntityData<Row>);
  }

  /** One statement, however many there are. */
  async insertAll(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = this.#fields.map(({ column }) => column).join(', ');
    const records = rows.map((row) =>
      Object.fromEntries(this.#fields.map(({ name, column }) => [column, row[name as keyof Row]])),
    );
    const text = `
      insert into ${this.#table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${this.#table}, $1::jsonb)`;
    await this.database.query(text, [JSON.stringify(records)], `${this.#table}.insert-all`);
  }

  /** Writes a row as it is handed over. */
  async update({ workspaceId, id, ...columns }: Row): Promise<void> {
    await this.#em.nativeUpdate(this.#entity, { workspaceId, id } as FilterQuery<Row>, columns as never);
  }

  async delete({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>): Promise<void> {
    await this.#em.nativeDelete(this.#entity, { workspaceId, id } as FilterQuery<Row>);
  }

  protected async select(condition: string, values: readonly SqlParameter[], name: string): Promise<Row[]> {
    const text = `select ${this.#columns} from ${this.#table} where ${condition}`;
    return (await this.database.query<Row>(text, values, `${this.#table}.${name}`)).rows;
  }

  private get noun(): string {
    return this.#table.replaceAll('_', ' ');
  }

  get #em(): EntityManager {
    return this.database.current()?.em ?? this.database.orm.em.fork();
  }
}
