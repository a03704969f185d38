import type { ExportFormat, ExportOptionsInput } from '@product-content/contract';
import type { Database, Snapshot } from '../../../storage/index.ts';
import type { ExportFeedRow } from '../export-profile.entity.ts';
import { findFeed, forgetFile, saveFile, selectUnused } from './feed.sql.ts';

/** The kept file of a feed. */
export type FeedFile = Pick<ExportFeedRow, 'state' | 'fileId' | 'size' | 'count' | 'warnings' | 'generatedAt'>;

/** A feed: a profile in one format, as it is asked for and as it was last made. */
export interface Feed {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly format: ExportFormat;
  readonly name: string;
  readonly options: ExportOptionsInput;
  /** Of profile, products and catalog now. While it stands still, so does what the feed shows. */
  readonly state: string;
  /** Null before it is first made. */
  readonly file: FeedFile | null;
}

/** Feeds and the files made for them, in PostgreSQL. */
export class FeedsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param on a snapshot to find it in; default: as it is now. */
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
   * Keeps the file that was made last.
   *
   * @returns the id of a file that is of no more use: the last but two, or this one when the profile is gone.
   */
  async save({ workspaceId, profileId, format }: Feed, file: FeedFile): Promise<string | null> {
    const [saved] = await this.#database.run(saveFile, { workspaceId, profileId, format, ...file });
    return saved?.useless ?? null;
  }

  /** A feed whose file is gone has to be made anew. */
  async forget(fileId: string): Promise<void> {
    await this.#database.run(forgetFile, { fileId });
  }

  /** Those of some files that no feed has. */
  async unused(fileIds: readonly string[]): Promise<string[]> {
    return (await this.#database.run(selectUnused, { fileIds })).map(({ id }) => id);
  }
}
