import type { ExportFormat, ExportOptionsInput } from '@product-content/contract';
import type { Database, Snapshot } from '../../../storage/index.ts';
import type { ExportFeedRow } from '../export-profile.entity.ts';

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

type FeedRow = Omit<Feed, 'file' | 'format'> & {
  readonly [Name in keyof FeedFile as `file_${Name}`]: FeedFile[Name] | null;
};

const fileColumns = {
  state: 'state',
  fileId: 'file_id',
  size: 'size',
  count: 'count',
  warnings: 'warnings',
  generatedAt: 'generated_at',
} as const satisfies Record<keyof FeedFile, string>;

const findFeed = `
  select p.workspace_id as "workspaceId", p.id as "profileId", p.name, p.options,
    concat_ws('.', p.version, w.catalog_version,
      (select coalesce(sum(c.products), 0) from workspace_change c where c.workspace_id = p.workspace_id)) as state,
    ${Object.entries(fileColumns)
      .map(([name, column]) => `f.${column} as "file_${name}"`)
      .join(', ')}
  from export_profile p join workspace w on w.id = p.workspace_id
  left join export_feed f on f.workspace_id = p.workspace_id and f.profile_id = p.id and f.format = $2
  where p.feed_token_hash = $1`;

const written = Object.values(fileColumns);

/** The file until now is kept for those who are about to read it; the one before it has had its time. */
const saveFile = `
  with before as (
    select file_id, previous_file_id from export_feed where workspace_id = $1 and profile_id = $2 and format = $3
  ), saved as (
    insert into export_feed (workspace_id, profile_id, format, ${written.join(', ')})
    select p.workspace_id, p.id, $3, $4, $5, $6, $7, $8, $9 from export_profile p
    where p.workspace_id = $1 and p.id = $2
    on conflict (workspace_id, profile_id, format) do update set
      previous_file_id = export_feed.file_id, ${written.map((column) => `${column} = excluded.${column}`).join(', ')}
    returning file_id
  )
  select case when exists (select from saved) then (select previous_file_id from before) else $5 end as useless`;

/** Feeds and the files made for them, in PostgreSQL. */
export class FeedsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param on a snapshot to find it in; default: as it is now. */
  async find(tokenHash: Buffer, format: ExportFormat, on: Snapshot = this.#database): Promise<Feed | null> {
    const { rows } = await on.query<FeedRow>(findFeed, [tokenHash, format], 'export_feed.find');
    const [row] = rows;
    if (row === undefined) return null;
    const { workspaceId, profileId, name, options, state } = row;
    return { workspaceId, profileId, format, name, options, state, file: toFile(row) };
  }

  /**
   * Keeps the file that was made last.
   *
   * @returns the id of a file that is of no more use: the last but two, or this one when the profile is gone.
   */
  async save({ workspaceId, profileId, format }: Feed, file: FeedFile): Promise<string | null> {
    const { state, fileId, size, count, warnings, generatedAt } = file;
    const values = [workspaceId, profileId, format, state, fileId, size, count, warnings, generatedAt];
    const { rows } = await this.#database.query<{ useless: string | null }>(saveFile, values, 'export_feed.save');
    return rows[0]?.useless ?? null;
  }

  /** A feed whose file is gone has to be made anew. */
  async forget(fileId: string): Promise<void> {
    await this.#database.query('delete from export_feed where file_id = $1', [fileId]);
  }

  /** Those of some files that no feed has. */
  async unused(fileIds: readonly string[]): Promise<string[]> {
    const text = `select id from unnest($1::uuid[]) as id 
      where not exists (select from export_feed f where id in (f.file_id, f.previous_file_id))`;
    return (await this.#database.query<{ id: string }>(text, [fileIds])).rows.map(({ id }) => id);
  }
}

function toFile(row: FeedRow): FeedFile | null {
  if (row.file_fileId === null) return null;
  const members = Object.keys(fileColumns).map((name) => [name, row[`file_${name as keyof FeedFile}`]]);
  return Object.fromEntries(members) as FeedFile;
}
