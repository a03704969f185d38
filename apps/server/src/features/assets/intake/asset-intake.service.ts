import { createHash, type Hash } from 'node:crypto';
import {
  type Asset,
  type AssetFromUrl,
  type AssetSource,
  type AssetUpload,
  limits,
  rootFolder,
} from '@product-content/contract';
import type { FileStore } from '../../../files/index.ts';
import { newUploadKey } from '../../../files/index.ts';
import {
  ApiError,
  type Clock,
  ConcurrencyLimit,
  type ExhaustedBound,
  type IdSource,
  invalidFields,
  type RequestContext,
} from '../../../kernel/index.ts';
import { type OutboundClient, OutboundError, type UrlCheck } from '../../../outbound/index.ts';
import { appendEvents, type Database, type Transaction } from '../../../storage/index.ts';
import type { AssetRow } from '../asset.entity.ts';
import { searchTextOf, toAsset } from '../asset.mapper.ts';
import type { AssetAddresses } from '../asset-addresses.ts';
import type { AssetsRepository } from '../assets.repository.ts';
import { inspectFile } from '../content/inspect-file.ts';
import { assetTypeOf, isPage, mediaTypeOfUrl } from '../content/media-type.ts';
import { fileKeyOf } from '../files/file-keys.ts';
import { externalIdentity } from '../image-assets.ts';
import { download } from './download.ts';
import { fileNameOfUrl, toFileName } from './file-name.ts';

export interface AssetIntakeServiceOptions {
  readonly database: Database;
  readonly assets: AssetsRepository;
  readonly addresses: AssetAddresses;
  readonly store: FileStore;
  readonly downloads: OutboundClient;
  readonly checkUrl: UrlCheck;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A file in temporary storage until it becomes an asset. */
export interface StagedFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
}

/** What the caller provides about a new asset. */
export interface AssetDescription {
  readonly altText?: string | null;
  readonly tags?: readonly string[];
  readonly folder?: string;
}

/** The outcome of an upload or download. */
export interface TakenAsset {
  readonly asset: Asset;
  /** False when the workspace already had the file. */
  readonly created: boolean;
}

/** The name of a file that was sent without one. */
const defaultFileName = 'file';

/**
 * Downloads that may run at the same time in one process, for one workspace and in total: each may hold one of the 24
 * connections to the database for as long as it takes.
 */
const downloadCapacity = { perKey: limits.assetDownload.concurrent, total: 12 };

/** Stores files and creates assets of them. The same file sent twice is one asset. */
export class AssetIntakeService {
  readonly #options: AssetIntakeServiceOptions;
  readonly #downloads = new ConcurrencyLimit(downloadCapacity);

  constructor(options: AssetIntakeServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates an asset from an uploaded file.
   *
   * @throws ApiError `validation_failed` at `file` when it is empty.
   */
  async take(ctx: RequestContext, { file, ...description }: AssetUpload): Promise<TakenAsset> {
    const { key, size, sha256: checksum } = file;
    if (size === 0) throw invalidFields({ file: 'Must not be empty.' });
    const fileName = toFileName(file.fileName ?? '') ?? defaultFileName;
    return this.#keepFile(ctx, { key, size, checksum }, fileName, { ...description, source: 'upload' });
  }

  /**
   * Creates an asset from an address: from the file there, or with `download: false` from the address itself.
   *
   * @throws ApiError `validation_failed` at `url`; `rate_limited` while too many downloads run.
   */
  async takeUrl(ctx: RequestContext, input: AssetFromUrl, signal: AbortSignal): Promise<TakenAsset> {
    if (!input.download) return this.#keepAddress(ctx, input);
    const take = () => this.#takeDownload(ctx, input, signal);
    return this.#downloads.run(take, { key: ctx.workspace.id, refuse: tooManyDownloads });
  }

  async #takeDownload(ctx: RequestContext, input: AssetFromUrl, signal: AbortSignal): Promise<TakenAsset> {
    const { store, ids } = this.#options;
    const key = newUploadKey(ids);
    try {
      const { named, ...file } = await this.#download(key, input.url, signal);
      if (file.size === 0) throw new OutboundError('content', 'The address leads to an empty file.');
      const fileName = input.fileName ?? (named && toFileName(named)) ?? fileNameOfUrl(input.url) ?? defaultFileName;
      return await this.#keepFile(ctx, file, fileName, { ...input, source: 'url' });
    } catch (error) {
      if (error instanceof OutboundError) throw invalidFields({ url: error.message });
      throw error;
    } finally {
      await store.delete([key]);
    }
  }

  #download(key: string, url: string, signal: AbortSignal): Promise<StagedFile & { named: string | null }> {
    const { store, downloads } = this.#options;
    return download(downloads, { url, signal }, async ({ content, fileName }) => {
      const hash = createHash('sha256');
      const { size } = await store.put(key, passThrough(content, hash), { signal });
      return { key, size, checksum: hash.digest('hex'), named: fileName };
    });
  }

  async #keepFile(
    ctx: RequestContext,
    { key, size, checksum }: StagedFile,
    fileName: string,
    { source, ...description }: AssetDescription & { readonly source: AssetSource },
  ): Promise<TakenAsset> {
    const { store } = this.#options;
    const { type, mimeType, extension, dimensions } = await inspectFile(store, { key, size, fileName });
    if (source === 'url' && isPage(mimeType))
      throw new OutboundError('content', 'The address leads to a web page, not to a file.');
    const { width = null, height = null } = dimensions ?? {};
    const row = {
      ...this.#newRow(ctx, fileName, description),
      ...{ type, mimeType, extension, size, width, height, checksum, source },
      externalUrl: null,
      identity: checksum,
    };
    // The file is in its place before anyone sees the asset; a file without an asset is swept.
    return this.#save(ctx, row, () => store.move(key, fileKeyOf(row.id)));
  }

  async #keepAddress(ctx: RequestContext, { url, fileName, ...description }: AssetFromUrl): Promise<TakenAsset> {
    await this.#options.checkUrl(url);
    const media = mediaTypeOfUrl(url);
    const row = {
      ...this.#newRow(ctx, fileName ?? fileNameOfUrl(url) ?? defaultFileName, description),
      type: assetTypeOf(media?.mimeType ?? null),
      mimeType: media?.mimeType ?? null,
      extension: media?.extension ?? '',
      ...{ size: null, width: null, height: null, checksum: null, source: 'url' as const },
      externalUrl: url,
      identity: externalIdentity(url),
    };
    return this.#save(ctx, row, async () => {});
  }

  #newRow(
    { workspace }: RequestContext,
    fileName: string,
    { altText, tags = [], folder = rootFolder }: AssetDescription,
  ) {
    const { ids, clock } = this.#options;
    const now = clock.now();
    const described = { fileName, altText: altText || null };
    const search = searchTextOf(described);
    const id = ids.next();
    const times = { createdAt: now, updatedAt: now };
    return { workspaceId: workspace.id, id, ...described, tags: [...tags], folder, search, ...times };
  }

  async #save(ctx: RequestContext, row: AssetRow, placeFile: () => Promise<void>): Promise<TakenAsset> {
    const { database, assets, addresses } = this.#options;
    return database.transaction(async (tx) => {
      const saved = await assets.insertOnce(row);
      const asset = toAsset(saved, addresses);
      if (saved.id !== row.id) return { asset, created: false };
      await placeFile();
      await this.#appendEvent(ctx, tx, row, asset);
      return { asset, created: true };
    });
  }

  async #appendEvent(
    { workspace }: RequestContext,
    tx: Transaction,
    { id, createdAt }: AssetRow,
    payload: Asset,
  ): Promise<void> {
    const { assets, ids } = this.#options;
    await assets.touch(workspace.id);
    const event = { id: ids.next(), type: 'asset.created', subjectId: id, payload };
    appendEvents(tx, workspace.id, [event], createdAt);
  }
}

/** Hashes the bytes of a stream while the caller reads them. */
async function* passThrough(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

function tooManyDownloads({ bound, capacity }: ExhaustedBound): ApiError {
  const place = bound === 'perKey' ? 'this workspace' : 'this server';
  return new ApiError('rate_limited', `${capacity} downloads are running in ${place}; try again when one has ended.`, {
    headers: { 'Retry-After': '1' },
  });
}
