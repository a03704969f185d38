import type { Clock, WorkspaceSettings } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import type { Platforms } from '../platforms/platforms.ts';
import { type ChannelPlan, createPlan } from './channel-plan.ts';
import { conditionsOf, selectLag, selectNextProducts, selectWorkspacesBehind, takeChanges } from './record.sql.ts';
import { selectChange } from './record.statements.ts';
import { lockRecords, writeRecords } from './record-writer.ts';

export interface RecordRefresherOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly channels: ChannelsRepository;
  readonly platforms: Platforms;
  readonly clock: Clock;
  /** The settings of a workspace by id. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
  /** Products per transaction. Default 500. */
  readonly batchSize?: number;
}

/** Batches that a request processes itself before it responds. */
const batchesOfRead = 4;

/** Channels for which a whole batch of products is evaluated; with more channels, a batch has fewer products. */
const fullBatchChannels = 4;

/** Where a scan of all products starts. */
export const fromStart = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps the records of channels current. A change of a product leaves a row in `channel_change`, in the same
 * transaction. A change of a channel, or of what it reads from the catalog, saves where the channel has to start over.
 * Both are processed in batches: by reads, so that a read shows what was written before it, and in the background.
 */
export class RecordRefresher {
  readonly #options: RecordRefresherOptions;
  readonly #batchSize: number;

  constructor(options: RecordRefresherOptions) {
    this.#options = options;
    this.#batchSize = options.batchSize ?? 500;
  }

  /** Brings the records of a workspace up to date, as far as a request can wait for it. */
  async catchUp(workspace: WorkspaceSettings): Promise<void> {
    for (let batches = 0; batches < batchesOfRead && (await this.#isBehind(workspace.id)); batches += 1) {
      await this.#batch(workspace);
    }
  }

  /** Brings the records of some products (UUIDs) up to date, ahead of all other pending work. */
  async catchUpProducts(workspace: WorkspaceSettings, productIds: readonly string[]): Promise<void> {
    const { database, channels } = this.#options;
    const [changed] = await database.run(selectChange, { workspaceId: workspace.id, productIds });
    if (changed === undefined && !(await this.#isBehind(workspace.id))) return;
    await this.#locked(workspace.id, async (tx) => {
      await tx.run(takeChanges, { workspaceId: workspace.id, limit: productIds.length, productIds });
      const catalog = await this.#options.catalog.snapshot(workspace.id);
      const plans = (await channels.list(workspace.id)).map((row) => this.#plan(row, workspace, catalog));
      await this.#write(tx, workspace, plans, productIds);
    });
  }

  /** Works until nothing is pending in any workspace. @returns the number of batches. */
  async drain(signal?: AbortSignal): Promise<number> {
    const { database, workspace } = this.#options;
    let batches = 0;
    const failures: unknown[] = [];
    for (const { id } of await database.run(selectWorkspacesBehind, {})) {
      try {
        batches += await this.finish(await workspace(id), signal);
      } catch (error) {
        // One failing workspace does not hold up the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return batches;
  }

  /** Works until nothing is pending in a workspace. @returns the number of batches. */
  async finish(workspace: WorkspaceSettings, signal?: AbortSignal): Promise<number> {
    let batches = 0;
    while (signal?.aborted !== true && (await this.#isBehind(workspace.id))) {
      await this.#batch(workspace);
      batches += 1;
    }
    return batches;
  }

  async #isBehind(workspaceId: string): Promise<boolean> {
    return (await this.#options.database.run(selectLag, { workspaceId })).length === 1;
  }

  /** One transaction: changed products first, then the next part of a channel that starts over. */
  async #batch(workspace: WorkspaceSettings): Promise<void> {
    await this.#locked(workspace.id, async (tx) => {
      const { catalog, channels } = this.#options;
      const rows = await channels.list(workspace.id);
      const size = Math.ceil(this.#batchSize / Math.max(1, rows.length / fullBatchChannels));
      const taken = await tx.run(takeChanges, { workspaceId: workspace.id, limit: size, productIds: null });
      const snapshot = await catalog.snapshot(workspace.id);
      const plans = rows.map((row) => this.#plan(row, workspace, snapshot));
      const stale = await this.#followCatalog(workspace.id, rows, plans, snapshot);
      const changed = taken.map(({ id }) => id);
      if (changed.length > 0) return this.#write(tx, workspace, plans, changed);
      const [first] = stale;
      const plan = plans.find(({ channelId }) => channelId === first?.id);
      if (first !== undefined && plan !== undefined) await this.#scan(tx, workspace, plan, first.after);
    });
  }

  /** Makes channels start over if their part of the catalog has changed. @returns those that have to continue. */
  async #followCatalog(
    workspaceId: string,
    rows: readonly ChannelRow[],
    plans: readonly ChannelPlan[],
    { version }: CatalogSnapshot,
  ): Promise<{ id: string; after: string }[]> {
    const followed = rows.map((row, index) => {
      const digest = plans[index]?.catalogDigest ?? row.catalogDigest;
      const isOutdated = row.catalogVersion < Number(version);
      const refreshAfter = isOutdated && digest !== row.catalogDigest ? fromStart : row.refreshAfter;
      return { id: row.id, digest, isOutdated, refreshAfter };
    });
    const moved = followed.filter(({ isOutdated }) => isOutdated);
    if (moved.length > 0) await this.#options.channels.followCatalog(workspaceId, Number(version), moved);
    return followed.flatMap(({ id, refreshAfter }) => (refreshAfter === null ? [] : [{ id, after: refreshAfter }]));
  }

  async #scan(tx: Transaction, workspace: WorkspaceSettings, plan: ChannelPlan, after: string): Promise<void> {
    const { channelId, conditions } = plan;
    const scope = conditionsOf(conditions);
    const parameters = { ...scope.values, workspaceId: workspace.id, channelId, after, limit: this.#batchSize };
    const ids = (await tx.run(selectNextProducts(scope.shape, scope), parameters)).map(({ id }) => id);
    await this.#write(tx, workspace, [plan], ids);
    const next = ids.length < this.#batchSize ? null : (ids.at(-1) ?? null);
    await this.#options.channels.refreshFrom(workspace.id, channelId, next);
  }

  #write(tx: Transaction, workspace: WorkspaceSettings, plans: readonly ChannelPlan[], ids: readonly string[]) {
    return writeRecords(tx, workspace.id, plans, ids, this.#options.clock);
  }

  #plan(row: ChannelRow, workspace: WorkspaceSettings, catalog: CatalogSnapshot): ChannelPlan {
    return createPlan(row, { workspace, catalog, platforms: this.#options.platforms });
  }

  #locked<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#options.database.retrying(async (tx) => {
      await lockRecords(tx, workspaceId);
      return work(tx);
    });
  }
}
