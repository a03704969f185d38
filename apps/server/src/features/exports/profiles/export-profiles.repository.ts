import { isDeepStrictEqual } from 'node:util';
import type { ExportRun } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import { ProfilesRepository } from '../../profiles.repository.ts';
import { ExportProfileEntity, type ExportProfileRow } from '../export-profile.entity.ts';
import { selectExistence } from './export-profile.statements.ts';

/** The columns of a profile that can change. */
export type ExportProfileChanges = Partial<
  Pick<ExportProfileRow, 'name' | 'options' | 'feedTokenHash' | 'feedToken' | 'updatedAt'>
>;

/** Export profiles in PostgreSQL. Deleting a profile deletes the rows of its feeds. */
export class ExportProfilesRepository extends ProfilesRepository<ExportProfileRow> {
  constructor(database: Database) {
    super(database, ExportProfileEntity, 'export');
  }

  /** True when the profile exists; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** @throws a unique violation of `export_profile_name`. */
  async insert(row: Omit<ExportProfileRow, 'version' | 'lastRun'>): Promise<void> {
    await this.profiles(row.workspaceId).insert({ ...row, version: 1, lastRun: null });
  }

  /**
   * Changes a profile that {@link lock} returned. Its version is incremented if the content of its feeds
   * changes.
   *
   * @throws a unique violation of `export_profile_name`.
   */
  async update(
    profile: ExportProfileRow,
    { options = profile.options, ...others }: ExportProfileChanges,
  ): Promise<void> {
    const em = this.database.emOf(profile.workspaceId);
    // As the column will return it: without undefined members.
    const stored = JSON.parse(JSON.stringify(options)) as ExportProfileRow['options'];
    const changed = !isDeepStrictEqual(profile.options, stored);
    em.assign(profile, { ...others, ...(changed && { options: stored, version: profile.version + 1 }) });
    await em.flush();
  }

  async noteRun(workspaceId: string, id: string, run: ExportRun): Promise<void> {
    await this.profiles(workspaceId).nativeUpdate({ id }, { lastRun: run });
  }
}
