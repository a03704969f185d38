import { LockMode } from '@mikro-orm/core';
import { limits } from '@product-content/contract';
import type { Database } from '../../storage/index.ts';
import { countAssetChange, selectUsersOfAsset } from '../products/index.ts';
import { AssetEntity, type AssetRow } from './asset.entity.ts';
import type { CountedAssetRow } from './asset.mapper.ts';
import { countUses, selectMissing } from './asset.sql.ts';
import { insertAsset, selectAsset, selectExistence, selectFileAsset } from './asset.statements.ts';

/** A product that uses an asset. */
export interface UsingProduct {
  /** UUID. */
  readonly id: string;
  readonly sku: string;
}

/** Assets in PostgreSQL. An asset that is read to be changed is an entity of the running transaction's unit of work. */
export class AssetsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Inserts an asset, unless the workspace has one of the same identity. Within a transaction.
   *
   * @returns the stored asset; if its id differs, it existed before.
   */
  async insertOnce(row: AssetRow): Promise<CountedAssetRow> {
    const [asset] = await this.#database.run(insertAsset, row);
    return asset as CountedAssetRow;
  }

  async find(workspaceId: string, id: string): Promise<CountedAssetRow | null> {
    const [asset] = await this.#database.run(selectAsset, { workspaceId, id });
    return asset ?? null;
  }

  /** Locks the row until the transaction ends: nobody else changes it or links a product to it. */
  findForUpdate(workspaceId: string, id: string): Promise<AssetRow | null> {
    return this.#assets(workspaceId).findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** The asset of a file, in any workspace. */
  async findFile(id: string): Promise<AssetRow | null> {
    const [asset] = await this.#database.run(selectFileAsset, { id });
    return asset ?? null;
  }

  /** True when the asset exists; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.run(selectExistence, { workspaceId, id })).length === 1;
  }

  /** Products that use an asset, by SKU, as many as are shown. */
  usedBy(workspaceId: string, id: string): Promise<UsingProduct[]> {
    return this.#database.run(selectUsersOfAsset, { workspaceId, assetId: id, limit: limits.assetUsedBy });
  }

  /** How many products use an asset. */
  async countUses({ workspaceId, id }: AssetRow): Promise<number> {
    const [counted] = await this.#database.run(countUses, { workspaceId, id });
    return counted?.uses ?? 0;
  }

  /** Changes an asset that {@link findForUpdate} found, and writes the columns that differ. */
  async update(asset: AssetRow, changes: Partial<AssetRow>): Promise<void> {
    const em = this.#database.emOf(asset.workspaceId);
    em.assign(asset, changes);
    await em.flush();
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    await this.#assets(workspaceId).nativeDelete({ id });
  }

  /** Makes the totals of lists outdated. Within the transaction of the change. */
  async touch(workspaceId: string): Promise<void> {
    await this.#database.run(countAssetChange, { workspaceId });
  }

  /** The ids that no asset has. */
  async missing(ids: readonly string[]): Promise<string[]> {
    return (await this.#database.run(selectMissing, { ids })).map(({ id }) => id);
  }

  #assets(workspaceId: string) {
    return this.#database.emOf(workspaceId).getRepository(AssetEntity);
  }
}
