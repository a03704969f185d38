import type { Database } from '../../storage/index.ts';
import { ChannelEntity, type ChannelRow } from './channel.entity.ts';
import { lockRecords } from './records/record-statements.ts';

/** What a new channel has: its figures start at nothing. */
export type NewChannel = Omit<
  ChannelRow,
  | 'total'
  | 'ready'
  | 'withWarnings'
  | 'listed'
  | 'pending'
  | 'outdated'
  | 'rejected'
  | 'lastPublishedAt'
  | 'feedKey'
  | 'feedContentType'
  | 'feedSize'
  | 'feedItems'
  | 'feedGeneratedAt'
  | 'feedAddressNumber'
>;

/** The columns that belong to the owner of the channel. */
export type ChannelChange = Omit<NewChannel, 'code' | 'platform' | 'createdAt'>;

const insertChannel = `
  insert into channel (workspace_id, id, code, name, type, platform, status, locale, currency, scope, mapping, settings,
    credentials, credentials_updated_at, catalog_digest, catalog_version, refresh_after, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13, $14, $15, $16, $17, $18, $18)`;

const updateChannel = `
  update channel set name = $3, type = $4, status = $5, locale = $6, currency = $7, scope = $8::jsonb,
    mapping = $9::jsonb, settings = $10::jsonb, credentials = $11, credentials_updated_at = $12, catalog_digest = $13,
    catalog_version = $14, refresh_after = $15, updated_at = $16
  where workspace_id = $1 and id = $2`;

const followCatalog = `
  update channel c set catalog_version = $2, catalog_digest = f.digest, refresh_after = f."refreshAfter"
  from json_to_recordset($3::json) as f (id uuid, digest text, "refreshAfter" uuid)
  where c.workspace_id = $1 and c.id = f.id`;

/** Channels in PostgreSQL. Rows are plain values. */
export class ChannelsRepository {
  readonly #database: Database;
  readonly #columns: string;

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(ChannelEntity);
    this.#columns = props.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`).join(', ');
  }

  /** Keeps the channels of a workspace and their records as they are to the end of the transaction. */
  async lock(workspaceId: string): Promise<void> {
    await this.#database.query(lockRecords, [workspaceId], 'channel.lock');
  }

  async count(workspaceId: string): Promise<number> {
    const text = 'select count(*) as number from channel where workspace_id = $1';
    const { rows } = await this.#database.query<{ number: number }>(text, [workspaceId], 'channel.count');
    return rows[0]?.number ?? 0;
  }

  /** All of a workspace, by code. */
  async list(workspaceId: string): Promise<ChannelRow[]> {
    return this.#select('where workspace_id = $1 order by code', [workspaceId], 'list');
  }

  async find(workspaceId: string, id: string): Promise<ChannelRow | null> {
    const [row] = await this.#select('where workspace_id = $1 and id = $2', [workspaceId, id], 'find');
    return row ?? null;
  }

  async findByCode(workspaceId: string, code: string): Promise<ChannelRow | null> {
    const [row] = await this.#select('where workspace_id = $1 and code = $2', [workspaceId, code], 'find_by_code');
    return row ?? null;
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    const text = 'select from channel where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'channel.exists')).rowCount === 1;
  }

  async insert(row: NewChannel): Promise<void> {
    const { workspaceId, id, code, name, type, platform, status, locale, currency } = row;
    await this.#database.query(
      insertChannel,
      [workspaceId, id, code, name, type, platform, status, locale, currency, ...definitionOf(row), row.createdAt],
      'channel.insert',
    );
  }

  async update(row: ChannelChange): Promise<void> {
    const { workspaceId, id, name, type, status, locale, currency } = row;
    await this.#database.query(
      updateChannel,
      [workspaceId, id, name, type, status, locale, currency, ...definitionOf(row), row.updatedAt],
      'channel.update',
    );
  }

  /** Gives the feed of a channel a new address. @returns false when there is no such channel. */
  async rotateFeed(workspaceId: string, id: string, at: Date): Promise<boolean> {
    const text = `update channel set feed_address_number = feed_address_number + 1, updated_at = $3
      where workspace_id = $1 and id = $2`;
    return (await this.#database.query(text, [workspaceId, id, at], 'channel.rotate_feed')).rowCount === 1;
  }

  /** Its records go with it. @returns false when there is no such channel. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const text = 'delete from channel where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'channel.delete')).rowCount === 1;
  }

  /** Notes which version of the catalog channels follow, and where those start over that have to. */
  async followCatalog(
    workspaceId: string,
    version: number,
    channels: readonly { readonly id: string; readonly digest: string; readonly refreshAfter: string | null }[],
  ): Promise<void> {
    const values = [workspaceId, version, JSON.stringify(channels)];
    await this.#database.query(followCatalog, values, 'channel.follow');
  }

  /** Notes how far a channel's records are made anew; null when they all are. */
  async refreshFrom(workspaceId: string, id: string, after: string | null): Promise<void> {
    const text = 'update channel set refresh_after = $3 where workspace_id = $1 and id = $2';
    await this.#database.query(text, [workspaceId, id, after], 'channel.refresh');
  }

  async #select(condition: string, values: readonly string[], name: string): Promise<ChannelRow[]> {
    const text = `select ${this.#columns} from channel ${condition}`;
    return (await this.#database.query<ChannelRow>(text, values, `channel.${name}`)).rows;
  }
}

/** The columns insert and update share, in their order. */
function definitionOf(row: Omit<NewChannel, 'code' | 'platform' | 'createdAt'>) {
  const { scope, mapping, settings, credentials, credentialsUpdatedAt, catalogDigest, catalogVersion } = row;
  return [
    JSON.stringify(scope),
    mapping === null ? null : JSON.stringify(mapping),
    JSON.stringify(settings),
    credentials as Uint8Array | null,
    credentialsUpdatedAt,
    catalogDigest,
    catalogVersion,
    row.refreshAfter,
  ] as const;
}
