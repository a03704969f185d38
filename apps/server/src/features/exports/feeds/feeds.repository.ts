import type { ExportFormat, ExportOptionsInput } from '@product-content/contract';
import type { Database, Snapshot } from '../../../storage/index.ts';
import type { ExportFeedRow } from '../export-profile.entity.ts';
import { findFeed, forgetFile, saveFile, selectUnused } from './feed.sql.ts';

/** The stored file of a feed. */
export type FeedFile = Pick<ExportFeedRow, 'state' | 'fileId' | 'size' | 'count' | 'warnings' | 'generatedAt'>;

/** A feed: a profile in one format, with its current state and the file last generated. */
export interface Feed {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly format: ExportFormat;
  readonly name: string;
  readonly options: ExportOptionsInput;
  /** Of profile, products and catalog. While it does not change, neither does the feed. */
  readonly state: string;
  /** Null before it is generated for the first time. */
  readonly file: FeedFile | null;
}

/** Feeds and their files, in PostgreSQL. */
export class FeedsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param on the snapshot to read; default: the current state. */
  async find(tokenHash: Buffer, format: ExportFormat, on: Snapshot = this.#database): Promise<Feed | null> {
    const [row] = await on.run(findFeed, { tokenHash, format });
    if (row === undefined) return null;
    const { workspaceId, profileId, name, now, options, ...file } = row;
    return {
      ...{ workspaceId, profileId, format, name, state: now, options: options as ExportOptionsInput },
      file: file.fileId === null ? null : (file as FeedFile),
    };
  }

  /**
   * Saves the file that was generated last.
   *
   * @returns the id of a file to delete: the one before the previous, or this one if the profile is gone.
   */
  async save({ workspaceId, profileId, format }: Feed, file: FeedFile): Promise<string | null> {
    const [saved] = await this.#database.run(saveFile, { workspaceId, profileId, format, ...file });
    return saved?.useless ?? null;
  }

  /** A feed whose file is missing must be generated again. */
  async forget(fileId: string): Promise<void> {
    await this.#database.run(forgetFile, { fileId });
  }

  /** Those of the files that no feed uses. */
  async unused(fileIds: readonly string[]): Promise<string[]> {
    return (await this.#database.run(selectUnused, { fileIds })).map(({ id }) => id);
  }
}
