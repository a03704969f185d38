import { type EntitySchema, type FilterQuery, LockMode, type QueryOrderMap } from '@mikro-orm/core';
import { type Database, holdLock } from '../storage/index.ts';

/** What the rows of saved profiles have. */
interface ProfileRow {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  /** Unique in the workspace. */
  readonly name: string;
}

/** Saved settings that have a name, in PostgreSQL: entities, which belong to the unit of work of the transaction. */
export class ProfilesRepository<Row extends ProfileRow> {
  protected readonly database: Database;
  readonly #entity: EntitySchema<Row>;

  constructor(database: Database, entity: EntitySchema<Row>) {
    this.database = database;
    this.#entity = entity;
  }

  /** Keeps the workspace's list of profiles as it is to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.database.run(holdLock, { name: `${this.#entity.meta.tableName} ${workspaceId}` });
    return this.profiles(workspaceId).count();
  }

  /** All of a workspace, by name. */
  list(workspaceId: string): Promise<Row[]> {
    return this.profiles(workspaceId).findAll({ orderBy: { name: 'asc' } as QueryOrderMap<Row> });
  }

  find(workspaceId: string, id: string): Promise<Row | null> {
    return this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>);
  }

  findByName(workspaceId: string, name: string): Promise<Row | null> {
    return this.profiles(workspaceId).findOne({ name } as FilterQuery<Row>);
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  findForUpdate(workspaceId: string, id: string): Promise<Row | null> {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    return this.profiles(workspaceId).findOne({ id } as FilterQuery<Row>, locked);
  }

  /** What belongs to it goes with it. @returns false when there is no such profile. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.profiles(workspaceId).nativeDelete({ id } as FilterQuery<Row>)) === 1;
  }

  protected profiles(workspaceId: string) {
    return this.database.emOf(workspaceId).getRepository(this.#entity);
  }
}
