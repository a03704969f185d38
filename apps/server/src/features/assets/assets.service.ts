import type { Pagination } from '@contract-kit/http-spec';
import type { Asset, AssetListQuery, AssetPatch, AssetWithUse } from '@product-content/contract';
import { type Clock, decodeId, encodeId, type IdSource, notFound, type RequestContext } from '../../kernel/index.ts';
import { appendEvents, type Database } from '../../storage/index.ts';
import type { ImageChanges } from '../products/index.ts';
import type { AssetRow } from './asset.entity.ts';
import { searchTextOf, toAsset } from './asset.mapper.ts';
import type { AssetAddresses } from './asset-addresses.ts';
import type { AssetsRepository } from './assets.repository.ts';
import type { AssetPages } from './list/asset-pages.ts';

export interface AssetsServiceOptions {
  readonly database: Database;
  readonly assets: AssetsRepository;
  readonly pages: AssetPages;
  readonly addresses: AssetAddresses;
  /** Removes an asset from the products that use it. */
  readonly products: ImageChanges;
  /** Removes the file of an asset, and its renditions, once the asset is deleted. */
  readonly removeFile: (id: string) => Promise<void>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Reads, changes and deletes assets that exist. */
export class AssetsService {
  readonly #options: AssetsServiceOptions;

  constructor(options: AssetsServiceOptions) {
    this.#options = options;
  }

  /** Newest first. @throws ApiError `validation_failed` at `cursor` for a cursor of another list. */
  async list({ workspace }: RequestContext, query: AssetListQuery): Promise<{ data: Asset[]; pagination: Pagination }> {
    const { rows, pagination } = await this.#options.pages.read(workspace.id, query);
    return { data: rows.map((row) => toAsset(row, this.#options.addresses)), pagination };
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<AssetWithUse> {
    const { assets, addresses } = this.#options;
    const row = await assets.find(workspace.id, toUuid(reference));
    if (row === null) throw notFound('asset');
    const usedBy = await assets.usedBy(workspace.id, row.id);
    return {
      ...toAsset(row, addresses),
      usedBy: usedBy.map(({ id, sku }) => ({ productId: encodeId('product', id), sku })),
    };
  }

  /** @throws ApiError `not_found`. */
  async patch({ workspace }: RequestContext, reference: string, input: AssetPatch): Promise<Asset> {
    const { database, assets, addresses, clock } = this.#options;
    return database.transaction(async () => {
      const asset = await assets.findForUpdate(workspace.id, toUuid(reference));
      if (asset === null) throw notFound('asset');
      const changed = changedBy(asset, input);
      if (changed !== null) {
        await assets.update(asset, { ...changed, search: searchTextOf(changed), updatedAt: clock.now() });
        await assets.touch(workspace.id);
      }
      return toAsset({ ...asset, usageCount: await assets.countUses(asset) }, addresses);
    });
  }

  /**
   * Replaces the addresses of asset files in product images with the current ones. Each changed product gets a version
   * and its events.
   */
  async readdress(ctx: RequestContext): Promise<void> {
    const { addresses, products } = this.#options;
    await products.readdressImages(ctx, (url) => addresses.now(url));
  }

  /**
   * Deletes an asset and removes it from the products that use it. Each of them gets a version and its events.
   *
   * @throws ApiError `not_found`.
   */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    const { database, assets, addresses, products, removeFile, clock, ids } = this.#options;
    const { workspace } = ctx;
    const id = toUuid(reference);
    await products.unlinkAhead(ctx, id);
    await database.retrying(async (tx) => {
      await products.prepare(ctx);
      const row = await assets.findForUpdate(workspace.id, id);
      if (row === null) throw notFound('asset');
      await products.unlinkAsset(ctx, id);
      await assets.delete(workspace.id, id);
      await assets.touch(workspace.id);
      const payload = toAsset({ ...row, usageCount: 0 }, addresses);
      appendEvents(tx, workspace.id, [{ id: ids.next(), type: 'asset.deleted', subjectId: id, payload }], clock.now());
      if (row.externalUrl === null) tx.afterCommit(() => removeFile(id));
    });
  }
}

/** The UUID of a public asset id. @throws ApiError `not_found`. */
function toUuid(reference: string): string {
  const id = decodeId('asset', reference);
  if (id === null) throw notFound('asset');
  return id;
}

/** The fields after a change; null when nothing changes. */
function changedBy(before: AssetRow, input: AssetPatch) {
  const { tags = before.tags, folder = before.folder, fileName = before.fileName } = input;
  const altText = input.altText === undefined ? before.altText : input.altText || null;
  const same =
    altText === before.altText &&
    folder === before.folder &&
    fileName === before.fileName &&
    JSON.stringify(tags) === JSON.stringify(before.tags);
  return same ? null : { altText, tags: [...tags], folder, fileName };
}
