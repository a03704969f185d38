import type { EntitySchema, FilterQuery, RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { decodeId, type IdKind } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';

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

/**
 * The rows of one kind of catalog record. They are plain values: nothing that is done to one is written unless it is
 * handed to {@link CatalogRecords.update}. In a running transaction everything happens there.
 */
export class CatalogRecords<Row extends CatalogRow> {
  readonly #database: Database;
  readonly #entity: EntitySchema<Row>;
  readonly #kind: IdKind;

  constructor(database: Database, entity: EntitySchema<Row>, kind: IdKind) {
    this.#database = database;
    this.#entity = entity;
    this.#kind = kind;
  }

  /** All of a workspace by position, then code. */
  async list(workspaceId: string, where: Partial<Row> = {}): Promise<Row[]> {
    const orderBy = { position: 'asc', code: 'asc' } as never;
    const filter = { workspaceId, ...where } as FilterQuery<Row>;
    return (await this.#em.find(this.#entity, filter, { orderBy, disableIdentityMap: true })) as Row[];
  }

  /** By id or code; an id match wins. */
  async find(workspaceId: string, reference: string): Promise<Row | null> {
    const id = decodeId(this.#kind, reference);
    const named = id === null ? { code: reference } : { $or: [{ id }, { code: reference }] };
    const filter = { workspaceId, ...named } as FilterQuery<Row>;
    const rows = (await this.#em.find(this.#entity, filter, { disableIdentityMap: true })) as Row[];
    return rows.find((row) => row.id === id) ?? rows[0] ?? null;
  }

  async isCodeTaken(workspaceId: string, code: string): Promise<boolean> {
    return (await this.#em.count(this.#entity, { workspaceId, code } as FilterQuery<Row>)) > 0;
  }

  async insert(row: Row): Promise<void> {
    await this.#em.insert(this.#entity, row as unknown as RequiredEntityData<Row>);
  }

  /** Writes a row as it is handed over. */
  async update(row: Row): Promise<void> {
    const { workspaceId, id, ...columns } = row;
    const key = { workspaceId, id } as FilterQuery<Row>;
    await this.#em.nativeUpdate(this.#entity, key, columns as never);
  }

  async delete({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>): Promise<void> {
    await this.#em.nativeDelete(this.#entity, { workspaceId, id } as FilterQuery<Row>);
  }

  get #em(): EntityManager {
    return this.#database.current()?.em ?? this.#database.orm.em.fork();
  }
}
