import { type EntitySchema, type FilterQuery, LockMode, type QueryOrderMap } from '@mikro-orm/core';
import { type Database, holdLock } from '../storage/index.ts';

/** The columns that all saved profiles have. */
interface ProfileRow {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  /** Unique in the workspace. */
  readonly name: string;
}

/** Saved settings with a name, in PostgreSQL: entities of the running transaction's unit of work. */
export class ProfilesRepository<Row extends ProfileRow> {
  protected readonly database: Database;
  readonly #entity: EntitySchema<Row>;

  constructor(database: Database, entity: EntitySchema<Row>) {
    this.database = database;
    this.#entity = entity;
  }

  /** Locks the workspace's list of profiles until the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.database.run(holdLock, { name: `${this.#entity.meta.tableName} ${workspaceId}` });
    return this.profiles(workspaceId).count();
  }

  /** All profiles of a workspace, by name. */
  list(workspaceId: string): Promise<Row[]> {
    return this.profiles(workspaceId).findAll({ orderBy: { name: 'asc' } as QueryOrderMap<Row> });
  }

  find(workspaceId: string, id: string): Promise<Row | null> {
    return this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>);
  }

  findByName(workspaceId: string, name: string): Promise<Row | null> {
    return this.profiles(workspaceId).findOne({ name } as FilterQuery<Row>);
  }

  /** Like {@link find}, and locks the row until the end of the transaction. */
  findForUpdate(workspaceId: string, id: string): Promise<Row | null> {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    return this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>, locked);
  }

  /** Deletes a profile with everything that belongs to it. @returns false when there is no such profile. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.profiles(workspaceId).nativeDelete({ id } as FilterQuery<Row>)) === 1;
  }

  protected profiles(workspaceId: string) {
    return this.database.emOf(workspaceId).getRepository(this.#entity);
  }
}
