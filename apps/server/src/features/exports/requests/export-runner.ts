import type { Readable } from 'node:stream';
import { limits } from '@product-content/contract';
import { type FileStore, newUploadKey } from '../../../files/index.ts';
import type { Clock, IdSource, RequestContext } from '../../../kernel/index.ts';
import type { Database, Snapshot } from '../../../storage/index.ts';
import type { ProductDocument } from '../../products/index.ts';
import type { FetchImage } from '../images/fetch-image.ts';
import { ImageList } from '../images/image-list.ts';
import { zipWithImages } from '../images/zip-with-images.ts';
import { readOptions } from '../options/export-options.ts';
import type { ExportProfilesRepository } from '../profiles/export-profiles.repository.ts';
import type { RecordFiles, Tally, WriteOptions } from '../writing/record-files.ts';
import type { ExportPlan } from './export-plan.ts';
import { toFileName } from './file-name.ts';

export interface ExportRunnerOptions {
  readonly database: Database;
  readonly files: RecordFiles;
  readonly profiles: ExportProfilesRepository;
  /** Temporary storage for the products while their images are fetched. */
  readonly store: FileStore;
  readonly fetchImage: FetchImage;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface RunOptions extends Pick<WriteOptions, 'onWarning'> {
  /** Cancels the export. */
  readonly signal?: AbortSignal;
  /** Called with the number of rows written, and the total. */
  readonly onProgress?: (written: number, total: number) => void;
}

/** The result of a run, and of storing its bytes. */
export interface ExportOutcome<T> extends Tally {
  readonly result: T;
}

/** Runs exports of any size with one snapshot of the products, one connection and one batch in memory. */
export class ExportRunner {
  readonly #options: ExportRunnerOptions;

  constructor(options: ExportRunnerOptions) {
    this.#options = options;
  }

  /** @param consume reads the bytes of the file, to their end. */
  async run<T>(
    ctx: RequestContext,
    plan: ExportPlan,
    consume: (content: Readable) => Promise<T>,
    options: RunOptions = {},
  ): Promise<ExportOutcome<T>> {
    return plan.zipImages ? this.#runZipped(ctx, plan, consume, options) : this.#write(ctx, plan, consume, options);
  }

  async #write<T>(
    ctx: RequestContext,
    plan: ExportPlan,
    consume: (content: Readable) => Promise<T>,
    { onProgress = () => undefined, ...listeners }: Omit<RunOptions, 'signal'> & Pick<WriteOptions, 'onRecords'>,
  ): Promise<ExportOutcome<T>> {
    const { database, files } = this.#options;
    const options = readOptions(plan.options);
    const selection = await files.select(ctx, options);
    return database.snapshot(async (snapshot) => {
      const total = await selection.count(snapshot);
      onProgress(0, total);
      const { content, tally } = await files.write(ctx, snapshot, selection, options, {
        ...listeners,
        onProgress: (written) => onProgress(written, total),
      });
      return { result: await consume(content), ...tally };
    });
  }

  /** Writes the products first: fetching images takes time, and a snapshot must not stay open that long. */
  async #runZipped<T>(
    ctx: RequestContext,
    plan: ExportPlan,
    consume: (content: Readable) => Promise<T>,
    { signal = new AbortController().signal, onWarning = () => undefined, ...options }: RunOptions,
  ): Promise<ExportOutcome<T>> {
    const { store, ids, fetchImage } = this.#options;
    const images = new ImageList();
    const key = newUploadKey(ids);
    try {
      const { result: _, ...tally } = await this.#write(ctx, plan, (content) => store.put(key, content, { signal }), {
        ...options,
        onWarning,
        // Other records have no images, and their exports reject `zipImages`.
        onRecords: (products) => images.add(products as readonly ProductDocument[]),
      });
      let warnings = 0;
      const zip = zipWithImages({
        file: await store.open(key),
        fileName: toFileName('products', plan.format),
        images,
        fetchImage,
        imagesMs: limits.exportImagesMs,
        signal,
        onWarning(warning) {
          warnings += 1;
          onWarning(warning);
        },
      });
      return { result: await consume(zip), count: tally.count, warnings: tally.warnings + warnings };
    } finally {
      await store.delete([key]);
    }
  }

  /**
   * A file with few rows, as bytes.
   *
   * @param on a transaction, which is kept open only while reading.
   * @returns null when there are more rows or bytes than that.
   */
  async runSmall(
    ctx: RequestContext,
    plan: ExportPlan,
    on: Snapshot,
    max: { readonly rows: number; readonly bytes: number },
  ): Promise<ExportOutcome<Buffer> | null> {
    const { files } = this.#options;
    const options = readOptions(plan.options);
    const selection = await files.select(ctx, options);
    if ((await selection.count(on, max.rows + 1)) > max.rows) return null;
    const { content, tally } = await files.write(ctx, on, selection, options);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of content) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > max.bytes) return null;
      chunks.push(chunk as Buffer);
    }
    return { result: Buffer.concat(chunks), ...tally };
  }

  /** Records on the profile of an export that it was run. */
  async noteRun({ workspace }: RequestContext, { profileId, format }: ExportPlan, tally: Tally): Promise<void> {
    if (profileId === null) return;
    const { profiles, clock } = this.#options;
    const { count, warnings } = tally;
    await profiles.noteRun(workspace.id, profileId, {
      at: clock.now().toISOString(),
      via: 'export',
      format,
      count,
      warnings,
    });
  }
}
