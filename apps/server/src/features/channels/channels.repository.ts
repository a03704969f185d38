import { LockMode, type RequiredEntityData } from '@mikro-orm/core';
import { notFound } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import { ChannelEntity, type ChannelRow } from './channel.entity.ts';
import { followCatalog } from './channel.sql.ts';
import { listChannels, selectExistence } from './channel.statements.ts';
import { lockRecords } from './records/record-writer.ts';

/** The columns of a new channel: its statistics start at zero. */
export type NewChannel = RequiredEntityData<ChannelRow> & Pick<ChannelRow, 'workspaceId'>;

/** The file of a channel's feed. */
export type FeedFile = Pick<ChannelRow, 'feedContentType' | 'feedSize' | 'feedItems' | 'feedGeneratedAt'>;

/**
 * Channels in PostgreSQL: entities of the running transaction's unit of work. Statements write what records and
 * publications change.
 */
export class ChannelsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Locks the channels of a workspace and their records to the end of the transaction. */
  lock(workspaceId: string): Promise<void> {
    return lockRecords(this.#database, workspaceId);
  }

  /** All channels of a workspace, by code: rows outside the unit of work. */
  list(workspaceId: string): Promise<ChannelRow[]> {
    return this.#database.run(listChannels, { workspaceId });
  }

  find(workspaceId: string, id: string): Promise<ChannelRow | null> {
    // Statements may have changed what the unit of work read before.
    return this.#channels(workspaceId).findOne({ id }, { refresh: true });
  }

  /** @throws ApiError `not_found`. */
  async get(workspaceId: string, id: string): Promise<ChannelRow> {
    const channel = await this.find(workspaceId, id);
    if (channel === null) throw notFound('channel');
    return channel;
  }

  /** Like {@link get}; nobody else changes the row before the transaction ends. */
  async getForUpdate(workspaceId: string, id: string): Promise<ChannelRow> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const channel = await this.#channels(workspaceId).findOne({ id }, options);
    if (channel === null) throw notFound('channel');
    return channel;
  }

  /** True when the channel exists; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** @throws a unique violation of `channel_code`. */
  async insert(row: NewChannel): Promise<void> {
    await this.#channels(row.workspaceId).insert(row);
  }

  /** Changes a channel that the running transaction has loaded. */
  async update(channel: ChannelRow, changes: Partial<ChannelRow>): Promise<void> {
    const em = this.#database.emOf(channel.workspaceId);
    em.assign(channel, changes);
    await em.flush();
  }

  /** Deletes the channel with its records. */
  async delete(channel: ChannelRow): Promise<void> {
    await this.#database.emOf(channel.workspaceId).remove(channel).flush();
  }

  /** Saves the catalog version that channels follow, and where some of them have to start over. */
  async followCatalog(
    workspaceId: string,
    version: number,
    channels: readonly { readonly id: string; readonly digest: string; readonly refreshAfter: string | null }[],
  ): Promise<void> {
    await this.#database.run(followCatalog, { workspaceId, version, channels: JSON.stringify(channels) });
  }

  /** Saves how far a channel's records have been rewritten; null when all are current. */
  async refreshFrom(workspaceId: string, id: string, after: string | null): Promise<void> {
    await this.#channels(workspaceId).nativeUpdate({ id }, { refreshAfter: after });
  }

  /**
   * Saves a publication, and the new file of the feed if there is one.
   *
   * @returns false when the channel no longer exists.
   */
  async notePublication(
    { workspaceId, id }: Pick<ChannelRow, 'workspaceId' | 'id'>,
    at: Date,
    feed: Partial<FeedFile & Pick<ChannelRow, 'feedKey'>> = {},
  ): Promise<boolean> {
    return (await this.#channels(workspaceId).nativeUpdate({ id }, { lastPublishedAt: at, ...feed })) === 1;
  }

  /** Saves that the file of a feed was restored, unless a new one has replaced it. */
  async noteRebuiltFeed({ workspaceId, id, feedKey }: ChannelRow, file: FeedFile): Promise<void> {
    await this.#channels(workspaceId).nativeUpdate({ id, feedKey }, file);
  }

  /** True if this file is the current one of a channel's feed. */
  async isFeed(workspaceId: string, id: string, feedKey: string): Promise<boolean> {
    return (await this.#channels(workspaceId).count({ id, feedKey })) === 1;
  }

  #channels(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(ChannelEntity);
  }
}
