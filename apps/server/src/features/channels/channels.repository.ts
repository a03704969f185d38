import { LockMode, type RequiredEntityData } from '@mikro-orm/core';
import { notFound } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import { ChannelEntity, type ChannelRow } from './channel.entity.ts';
import { followCatalog } from './channel.sql.ts';
import { listChannels, selectExistence } from './channel.statements.ts';
import { lockRecords } from './records/record-writer.ts';

/** What a new channel has: its figures start at nothing. */
export type NewChannel = RequiredEntityData<ChannelRow> & Pick<ChannelRow, 'workspaceId'>;

/** The file of a channel's feed. */
export type FeedFile = Pick<ChannelRow, 'feedContentType' | 'feedSize' | 'feedItems' | 'feedGeneratedAt'>;

/**
 * Channels in PostgreSQL: entities, which belong to the unit of work of the running transaction. What records and
 * publications note of them is written by statements.
 */
export class ChannelsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps the channels of a workspace and their records as they are to the end of the transaction. */
  lock(workspaceId: string): Promise<void> {
    return lockRecords(this.#database, workspaceId);
  }

  /** All of a workspace, by code: rows, which belong to no unit of work. */
  list(workspaceId: string): Promise<ChannelRow[]> {
    return this.#database.run(listChannels, { workspaceId });
  }

  find(workspaceId: string, id: string): Promise<ChannelRow | null> {
    // Statements may have changed what the unit of work has read before.
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

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** @throws a unique violation of `channel_code`. */
  async insert(row: NewChannel): Promise<void> {
    await this.#channels(row.workspaceId).insert(row);
  }

  /** Changes a channel that the running transaction has found. */
  async update(channel: ChannelRow, changes: Partial<ChannelRow>): Promise<void> {
    const em = this.#database.emOf(channel.workspaceId);
    em.assign(channel, changes);
    await em.flush();
  }

  /** Its records go with it. */
  async delete(channel: ChannelRow): Promise<void> {
    await this.#database.emOf(channel.workspaceId).remove(channel).flush();
  }

  /** Notes which version of the catalog channels follow, and where those start over that have to. */
  async followCatalog(
    workspaceId: string,
    version: number,
    channels: readonly { readonly id: string; readonly digest: string; readonly refreshAfter: string | null }[],
  ): Promise<void> {
    await this.#database.run(followCatalog, { workspaceId, version, channels: JSON.stringify(channels) });
  }

  /** Notes how far a channel's records are made anew; null when they all are. */
  async refreshFrom(workspaceId: string, id: string, after: string | null): Promise<void> {
    await this.#channels(workspaceId).nativeUpdate({ id }, { refreshAfter: after });
  }

  /**
   * Notes a publication, with the file that takes the place of the feed's if there is one.
   *
   * @returns false when there is no such channel.
   */
  async notePublication(
    { workspaceId, id }: Pick<ChannelRow, 'workspaceId' | 'id'>,
    at: Date,
    feed: Partial<FeedFile & Pick<ChannelRow, 'feedKey'>> = {},
  ): Promise<boolean> {
    return (await this.#channels(workspaceId).nativeUpdate({ id }, { lastPublishedAt: at, ...feed })) === 1;
  }

  /** Notes that the file of a feed was written again, unless another one has taken its place. */
  async noteRebuiltFeed({ workspaceId, id, feedKey }: ChannelRow, file: FeedFile): Promise<void> {
    await this.#channels(workspaceId).nativeUpdate({ id, feedKey }, file);
  }

  /** True for the file of a channel's feed. */
  async isFeed(workspaceId: string, id: string, feedKey: string): Promise<boolean> {
    return (await this.#channels(workspaceId).count({ id, feedKey })) === 1;
  }

  #channels(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(ChannelEntity);
  }
}
