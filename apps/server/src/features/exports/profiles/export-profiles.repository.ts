import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import type { ExportRun } from '@product-content/contract';
import { type Database, holdLock } from '../../../storage/index.ts';
import { ExportProfileEntity, type ExportProfileRow } from '../export-profile.entity.ts';
import { selectExistence } from './export-profile.statements.ts';

/** What of a profile changes. */
export type ExportProfileChanges = Partial<
  Pick<ExportProfileRow, 'name' | 'options' | 'feedTokenHash' | 'feedToken' | 'updatedAt'>
>;

/** Export profiles in PostgreSQL: entities, which belong to the unit of work of the running transaction. */
export class ExportProfilesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps the workspace's list of profiles as it is to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    await this.#database.run(holdLock, { name: `export profiles ${workspaceId}` });
    return this.#profiles(workspaceId).count();
  }

  /** All of a workspace, by name. */
  list(workspaceId: string): Promise<ExportProfileRow[]> {
    return this.#profiles(workspaceId).findAll({ orderBy: { name: 'asc' } });
  }

  find(workspaceId: string, id: string): Promise<ExportProfileRow | null> {
    return this.#profiles(workspaceId).findOne({ id });
  }

  findByName(workspaceId: string, name: string): Promise<ExportProfileRow | null> {
    return this.#profiles(workspaceId).findOne({ name });
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  findForUpdate(workspaceId: string, id: string): Promise<ExportProfileRow | null> {
    return this.#profiles(workspaceId).findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** @throws a unique violation of `export_profile_name`. */
  async insert(row: Omit<ExportProfileRow, 'version' | 'lastRun'>): Promise<void> {
    await this.#profiles(row.workspaceId).insert({ ...row, version: 1, lastRun: null });
  }

  /**
   * Changes a profile that {@link findForUpdate} found. Its version grows if its feeds show something else.
   *
   * @throws a unique violation of `export_profile_name`.
   */
  async update(
    profile: ExportProfileRow,
    { options = profile.options, ...others }: ExportProfileChanges,
  ): Promise<void> {
    const em = this.#database.emOf(profile.workspaceId);
    // As the column will show them: without members that are undefined.
    const kept = JSON.parse(JSON.stringify(options)) as ExportProfileRow['options'];
    const changed = !isDeepStrictEqual(profile.options, kept);
    em.assign(profile, { ...others, ...(changed && { options: kept, version: profile.version + 1 }) });
    await em.flush();
  }

  async noteRun(workspaceId: string, id: string, run: ExportRun): Promise<void> {
    await this.#profiles(workspaceId).nativeUpdate({ id }, { lastRun: run });
  }

  /** The rows of its feeds go with it. @returns false when there is no such profile. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#profiles(workspaceId).nativeDelete({ id })) === 1;
  }

  #profiles(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(ExportProfileEntity);
  }
}
