import { type EntitySchema, type FilterQuery, LockMode, type QueryOrderMap } from '@mikro-orm/core';
import { limits, type ProfileKind, profileLimit } from '@product-content/contract';
import { ApiError, decodeId, notFound } from '../kernel/index.ts';
import { acquireLock, type Database, violatedConstraint } from '../storage/index.ts';

/** The columns that all saved profiles have. */
interface ProfileRow {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  /** Unique in the workspace. */
  readonly name: string;
}

/**
 * Saved settings with a name, in PostgreSQL: entities of the running transaction's unit of work. A reference is an id as the
 * API shows it.
 */
export class ProfilesRepository<Row extends ProfileRow> {
  protected readonly database: Database;
  readonly #entity: EntitySchema<Row>;
  readonly #kind: ProfileKind;

  constructor(database: Database, entity: EntitySchema<Row>, kind: ProfileKind) {
    this.database = database;
    this.#entity = entity;
    this.#kind = kind;
  }

  /** All profiles of a workspace, by name. */
  list(workspaceId: string): Promise<Row[]> {
    return this.profiles(workspaceId).findAll({ orderBy: { name: 'asc' } as QueryOrderMap<Row> });
  }

  /** @returns null when there is no such profile. */
  async find(workspaceId: string, reference: string): Promise<Row | null> {
    const id = this.toUuid(reference);
    return id === null ? null : this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>);
  }

  /** @param reference an id or a name; an id match wins. */
  async findByIdOrName(workspaceId: string, reference: string): Promise<Row | null> {
    const byId = await this.find(workspaceId, reference);
    return byId ?? this.profiles(workspaceId).findOne({ name: reference } as FilterQuery<Row>);
  }

  /** @throws ApiError `not_found`. */
  async get(workspaceId: string, reference: string): Promise<Row> {
    return this.#found(await this.find(workspaceId, reference));
  }

  /** Like {@link get}, and locks the row until the end of the transaction. */
  async lock(workspaceId: string, reference: string): Promise<Row> {
    const id = this.toUuid(reference);
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const row = id === null ? null : await this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>, locked);
    return this.#found(row);
  }

  /**
   * Runs work that gives a profile a name, in a transaction.
   *
   * @throws ApiError `conflict` when the name is taken.
   */
  async naming<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (violatedConstraint(error) !== `${this.#entity.meta.tableName}_name`) throw error;
      throw new ApiError('conflict', `An ${this.#kind} profile "${name}" already exists.`);
    }
  }

  /**
   * Locks the workspace's list of profiles until the end of the transaction.
   *
   * @throws ApiError `conflict` when there may be no more.
   */
  async assertRoom(workspaceId: string): Promise<void> {
    await this.database.run(acquireLock, { name: `${this.#entity.meta.tableName} ${workspaceId}` });
    const count = await this.profiles(workspaceId).count();
    if (count >= limits[`${this.#kind}Profiles`]) throw new ApiError('conflict', `${profileLimit(this.#kind)}.`);
  }

  /** Deletes a profile with everything that belongs to it. @throws ApiError `not_found`. */
  async delete(workspaceId: string, reference: string): Promise<void> {
    const id = this.toUuid(reference);
    const deleted = id === null ? 0 : await this.profiles(workspaceId).nativeDelete({ id } as FilterQuery<Row>);
    if (deleted === 0) throw notFound(`${this.#kind} profile`);
  }

  protected profiles(workspaceId: string) {
    return this.database.emOf(workspaceId).getRepository(this.#entity);
  }

  protected toUuid(reference: string): string | null {
    return decodeId(`${this.#kind}Profile`, reference);
  }

  #found(row: Row | null): Row {
    if (row === null) throw notFound(`${this.#kind} profile`);
    return row;
  }
}
