import { LockMode, type RequiredEntityData } from '@mikro-orm/core';
import type { Database } from '../../storage/index.ts';
import { ChannelEntity, type ChannelRow } from './channel.entity.ts';
import { followCatalog } from './channel.sql.ts';
import { listChannels, selectCodes, selectExistence, setRefreshAfter } from './channel.statements.ts';
import { lockRecords } from './records/record-writer.ts';

/** What a new channel has: its figures start at nothing. */
export type NewChannel = RequiredEntityData<ChannelRow> & Pick<ChannelRow, 'workspaceId'>;

/** The columns that belong to the owner of a channel. */
export type ChannelChanges = Partial<
  Pick<
    ChannelRow,
    | 'name'
    | 'type'
    | 'status'
    | 'locale'
    | 'currency'
    | 'scope'
    | 'mapping'
    | 'settings'
    | 'credentials'
    | 'credentialsUpdatedAt'
    | 'catalogDigest'
    | 'catalogVersion'
    | 'refreshAfter'
    | 'feedAddressNumber'
    | 'updatedAt'
  >
>;

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

  /** The codes of all of a workspace. */
  async codes(workspaceId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#database.run(selectCodes, { workspaceId });
    return new Set(rows.map(({ code }) => code));
  }

  find(workspaceId: string, id: string): Promise<ChannelRow | null> {
    // Statements may have changed what the unit of work has read before.
    return this.#channels(workspaceId).findOne({ id }, { refresh: true });
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  findForUpdate(workspaceId: string, id: string): Promise<ChannelRow | null> {
    return this.#channels(workspaceId).findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
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
  async update(channel: ChannelRow, changes: ChannelChanges): Promise<void> {
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
    await this.#database.run(setRefreshAfter, { workspaceId, id, after });
  }

  #channels(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(ChannelEntity);
  }
}
