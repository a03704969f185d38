import type { Readable } from 'node:stream';
import type { ByteRange, EntityTag } from '@contract-kit/http-spec';
import type { ThumbnailWidth } from '@product-content/contract';
import type { FileStore, StoredFile } from '../../../files/index.ts';
import { decodeId, invalidFields, notFound } from '../../../kernel/index.ts';
import type { AssetRow } from '../asset.entity.ts';
import type { AssetAddresses } from '../asset-addresses.ts';
import type { AssetsRepository } from '../assets.repository.ts';
import { fileKeyOf } from './file-keys.ts';
import { hasThumbnails, type Thumbnails, thumbnailType } from './thumbnails.ts';

export interface AssetFilesOptions {
  readonly addresses: AssetAddresses;
  readonly assets: AssetsRepository;
  readonly store: FileStore;
  readonly thumbnails: Thumbnails;
}

/** A file ready to be sent. */
export interface ServedFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly mediaType: string;
  readonly fileName: string;
  /** Identifies the bytes: other bytes are never sent with this tag. */
  readonly entityTag: EntityTag;
  readonly modifiedAt: Date;
}

const name = /^([^.]+)\.([^.]+)$/;

/** An asset whose file is in the file store. */
type FileRow = AssetRow & { readonly mimeType: string };

function tagOf({ id }: FileRow, width: ThumbnailWidth | undefined): EntityTag {
  return { value: width === undefined ? id : `${id}.${width}`, weak: false };
}

/** The files of assets, for anyone who has their address. */
export class AssetFiles {
  readonly #options: AssetFilesOptions;

  constructor(options: AssetFilesOptions) {
    this.#options = options;
  }

  /**
   * Finds the file an address names.
   *
   * @param reference the last part of the address: the asset's id and extension.
   * @throws ApiError `not_found`; `validation_failed` at `w` for a file that has no renditions.
   */
  async find(reference: string, width: ThumbnailWidth | undefined): Promise<ServedFile> {
    const row = await this.#row(reference);
    if (row === null) throw notFound('file');
    const { fileName, mimeType, createdAt: modifiedAt } = row;
    const common = { entityTag: tagOf(row, width), modifiedAt };
    if (width === undefined)
      return { ...(await this.#stored(fileKeyOf(row.id))), ...common, mediaType: mimeType, fileName };
    const stored = await this.#stored(await this.#thumbnail(row, width));
    const smaller = `${fileName.replace(/\.[^.]*$/, '')}-${width}.webp`;
    return { ...stored, ...common, mediaType: thumbnailType, fileName: smaller };
  }

  async open({ key }: ServedFile, range?: ByteRange): Promise<Readable> {
    return this.#options.store.open(key, range);
  }

  /** The image at an address of this server, read without the network; null for any other address. */
  async readImage(url: string): Promise<{ bytes: Buffer; ending: string } | null> {
    const { addresses, assets, store } = this.#options;
    const address = addresses.read(url);
    const row = address?.own === true ? await assets.findFile(address.assetId) : null;
    if (row?.type !== 'image') return null;
    const parts: Buffer[] = await (await store.open(fileKeyOf(row.id))).toArray();
    return { bytes: Buffer.concat(parts), ending: row.extension };
  }

  async #row(reference: string): Promise<FileRow | null> {
    const [, shown = '', extension] = name.exec(reference) ?? [];
    const id = decodeId('asset', shown);
    const row = id === null ? null : await this.#options.assets.findFile(id);
    return row?.extension === extension && row?.mimeType != null ? (row as FileRow) : null;
  }

  async #thumbnail(row: FileRow, width: ThumbnailWidth): Promise<string> {
    const key = hasThumbnails(row) ? await this.#options.thumbnails.keyOf(row, width) : null;
    if (key === null) throw invalidFields({ w: 'This file has no renditions.' });
    return key;
  }

  async #stored(key: string): Promise<Pick<StoredFile, 'key' | 'size'>> {
    const stored = await this.#options.store.stat(key);
    if (stored === null) throw notFound('file');
    return { key, size: stored.size };
  }
}
