import type { ResourceLookup } from '@contract-kit/middleware';
import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import { type ApiError, decodeId, type IdKind, notFound } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { codeTaken, greatestPosition } from './record-batch.ts';
import type { RecordStatements } from './record-statements.ts';

/** The columns that the rows of all catalog records have. */
export interface CatalogRow {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  readonly code: string;
  readonly position: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CatalogRecordsOptions<Row extends CatalogRow, Listed extends object> {
  readonly entity: EntitySchema<Row>;
  /** Relations that are read together with a record. */
  readonly populate?: readonly (keyof Row & string)[];
  readonly statements: RecordStatements<Listed>;
  /** `category`, `attributeGroup`: prefix of ids and name in messages. */
  readonly kind: IdKind;
}

/**
 * The records of one kind in PostgreSQL. A record that is read to be changed is an ORM entity in the transaction's unit
 * of work. Lists are rows of prepared statements, because they have thousands of rows.
 *
 * @typeParam Listed a row of a list; it differs where the entity has relations.
 */
export class CatalogRecords<Row extends CatalogRow, Listed extends object = Row> {
  protected readonly database: Database;
  readonly #entity: EntitySchema<Row>;
  readonly #statements: RecordStatements<Listed>;
  readonly #populate: readonly (keyof Row & string)[];
  readonly #kind: IdKind;

  constructor(database: Database, { entity, statements, kind, populate = [] }: CatalogRecordsOptions<Row, Listed>) {
    this.database = database;
    this.#entity = entity;
    this.#statements = statements;
    this.#kind = kind;
    this.#populate = populate;
  }

  /** All records of a workspace by position, then code. */
  list(workspaceId: string): Promise<Listed[]> {
    return this.database.run(this.#statements.list, { workspaceId });
  }

  /** The codes of all records of a workspace by UUID. */
  async codes(workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.run(this.#statements.codes, { workspaceId });
    return new Map(rows.map(({ id, code }) => [id, code]));
  }

  /** The entity with an id or code; an id match wins. */
  async find(workspaceId: string, reference: string): Promise<Row | null> {
    const records = this.database.emOf(workspaceId).getRepository(this.#entity);
    // Statements may have changed what the unit of work read before.
    const current = { refresh: true, populate: this.#populate as never } as const;
    const id = decodeId(this.#kind, reference);
    const found = id === null ? null : await records.findOne({ id } as FilterQuery<Row>, current);
    return found ?? records.findOne({ code: reference } as FilterQuery<Row>, current);
  }

  /** @throws ApiError `not_found`. */
  async get(workspaceId: string, reference: string): Promise<Row> {
    const row = await this.find(workspaceId, reference);
    if (row === null) throw notFound(this.noun);
    return row;
  }

  /** True when {@link find} would find a record; from the indexes alone. */
  async exists(workspaceId: string, reference: string): Promise<boolean> {
    const id = decodeId(this.#kind, reference);
    return (await this.database.run(this.#statements.exists, { workspaceId, id, code: reference })).length === 1;
  }

  /**
   * The position of a new record, after the last one. Valid to the end of a transaction that changes the catalog.
   *
   * @throws ApiError `conflict` when another record has the code.
   */
  async placeNew(workspaceId: string, code: string): Promise<number> {
    const [last] = await this.database.run(this.#statements.next, { workspaceId, code });
    if (last?.taken) throw this.codeTaken(code);
    return Math.min(last?.next ?? 0, greatestPosition);
  }

  /** Valid to the end of a transaction that changes the catalog. @throws ApiError `conflict`. */
  async assertCodeIsFree(workspaceId: string, code: string): Promise<void> {
    const taken = await this.takenCodes(workspaceId, [code]);
    if (taken.has(code)) throw this.codeTaken(code);
  }

  /** Returns those of the codes that are taken. */
  async takenCodes(workspaceId: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.run(this.#statements.taken, { workspaceId, codes });
    return new Set(rows.map(({ code }) => code));
  }

  codeTaken(code: string): ApiError<'conflict'> {
    return codeTaken(this.noun, code);
  }

  async insert(row: Listed): Promise<void> {
    await this.saveAll([row]);
  }

  /** Inserts new records and updates changed ones: one statement, however many there are. */
  async saveAll(rows: readonly Listed[]): Promise<void> {
    if (rows.length === 0) return;
    await this.database.run(this.#statements.save, { rows: JSON.stringify(rows.map(this.#statements.toStored)) });
  }

  /** Changes an entity of the running transaction, and writes the columns that differ. */
  async update(entity: Row, changes: Partial<Row>): Promise<void> {
    Object.assign(entity, changes);
    await this.database.emOf(entity.workspaceId).flush();
  }

  async delete({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>): Promise<void> {
    await this.database.emOf(workspaceId).nativeDelete(this.#entity, { id } as FilterQuery<Row>);
  }

  /** For example `attribute group`, for messages. */
  get noun(): string {
    return this.#entity.meta.tableName.replaceAll('_', ' ');
  }
}

/** Whether the record named by `{idOrCode}` in a path exists; checked before the body is read. */
export function createRecordLookup(records: Pick<CatalogRecords<CatalogRow>, 'exists'>): ResourceLookup {
  return async function lookupRecord({ caller, params: { idOrCode } }) {
    if (caller === null || idOrCode === undefined) return null;
    return (await records.exists(caller.tenantId, idOrCode)) ? { entityTag: null } : null;
  };
}
