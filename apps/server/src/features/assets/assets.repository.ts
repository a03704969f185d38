import { limits } from '@product-content/contract';
import type { Database, SqlParameter } from '../../storage/index.ts';
import { assetUses, countAssetChange, selectUsersOfAsset } from '../products/index.ts';
import { AssetEntity, type AssetRow } from './asset.entity.ts';
import type { CountedAssetRow } from './asset.mapper.ts';

/** A product an asset is used by. */
export interface UsingProduct {
  /** UUID. */
  readonly id: string;
  readonly sku: string;
}

const usageCount = `${assetUses('asset.workspace_id', 'asset.id')} as "usageCount"`;

const updateAsset = `
  update asset set file_name = $3, alt_text = $4, tags = $5, folder = $6, search = $7, updated_at = $8
  where workspace_id = $1 and id = $2`;

/** Assets in PostgreSQL. Rows are plain values. */
export class AssetsRepository {
  readonly #database: Database;
  /** The columns of a row by the names of the entity. */
  readonly columns: string;
  readonly #insert: string;
  readonly #names: readonly (keyof AssetRow)[];

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(AssetEntity);
    this.#names = props.map(({ name }) => name as keyof AssetRow);
    const fields = props.map(({ fieldNames: [column] }) => column);
    this.columns = [...props.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`), usageCount].join(', ');
    // A row that is there already is locked and returned, which takes one statement however many come at once.
    this.#insert = `
      insert into asset (${fields.join(', ')}) values (${fields.map((_, index) => `$${index + 1}`).join(', ')})
      on conflict (workspace_id, identity) do update set identity = excluded.identity
      returning ${this.columns}`;
  }

  /**
   * Writes an asset, unless the workspace has one of the same identity. Within a transaction.
   *
   * @returns the asset that is there now; with another id, it was there before.
   */
  async insertOnce(row: AssetRow): Promise<CountedAssetRow> {
    const values = this.#names.map((name) => row[name] as SqlParameter);
    const { rows } = await this.#database.query<CountedAssetRow>(this.#insert, values, 'asset.insert');
    return rows[0] as CountedAssetRow;
  }

  async find(workspaceId: string, id: string): Promise<CountedAssetRow | null> {
    return this.#one('workspace_id = $1 and id = $2', [workspaceId, id], 'asset.find');
  }

  /** Like {@link find}; nobody else changes the row, or links a product to it, before the transaction ends. */
  async findForUpdate(workspaceId: string, id: string): Promise<CountedAssetRow | null> {
    return this.#one('workspace_id = $1 and id = $2 for update of asset', [workspaceId, id], 'asset.find_for_update');
  }

  /** The asset of a file, whatever its workspace. */
  async findFile(id: string): Promise<CountedAssetRow | null> {
    return this.#one('id = $1 and external_url is null', [id], 'asset.file');
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    const text = 'select from asset where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'asset.exists')).rowCount === 1;
  }

  /** Products that use an asset, in the order of their SKUs, as many as are shown. */
  async usedBy(workspaceId: string, id: string): Promise<UsingProduct[]> {
    return this.#database.run(selectUsersOfAsset, { workspaceId, assetId: id, limit: limits.assetUsedBy });
  }

  async update(row: AssetRow): Promise<void> {
    const { workspaceId, id, fileName, altText, tags, folder, search, updatedAt } = row;
    const values = [workspaceId, id, fileName, altText, tags as string[], folder, search, updatedAt];
    await this.#database.query(updateAsset, values, 'asset.update');
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    await this.#database.query('delete from asset where workspace_id = $1 and id = $2', [workspaceId, id]);
  }

  /** Lets totals of lists be counted anew. Within the transaction of the change. */
  async touch(workspaceId: string): Promise<void> {
    await this.#database.run(countAssetChange, { workspaceId });
  }

  /** Which of these ids no asset has. */
  async missing(ids: readonly string[]): Promise<string[]> {
    const text = `
      select id from unnest($1::uuid[]) as known (id) where not exists (select from asset a where a.id = known.id)`;
    return (await this.#database.query<{ id: string }>(text, [ids])).rows.map(({ id }) => id);
  }

  async #one(condition: string, values: readonly string[], name: string): Promise<CountedAssetRow | null> {
    const text = `select ${this.columns} from asset where ${condition}`;
    return (await this.#database.query<CountedAssetRow>(text, values, name)).rows[0] ?? null;
  }
}
