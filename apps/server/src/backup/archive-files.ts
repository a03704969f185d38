import type { Readable } from 'node:stream';
import { selectAssetFiles } from '../features/assets/index.ts';
import { selectFeedFiles as selectChannelFeedFiles } from '../features/channels/index.ts';
import { selectFeedFiles } from '../features/exports/index.ts';
import { selectJobFiles } from '../features/jobs/index.ts';
import { FileMissing, type FileStore } from '../files/index.ts';
import { selectResponseFiles } from '../http/stored-responses.sql.ts';
import type { ArchiveWriter } from './archive.ts';
import { createArchived, insertArchived, selectUnarchived } from './backup.sql.ts';
import type { Digest } from './digest.ts';
import { filesFolder } from './manifest.ts';
import type { BackupConnection } from './open-connection.ts';

/** Where references to files are stored. */
const referenceSources = [
  selectAssetFiles,
  selectChannelFeedFiles,
  selectFeedFiles,
  selectJobFiles,
  selectResponseFiles,
];

/** A file that a record names. */
interface FileReference {
  readonly key: string;
  /** Where the file is until it is moved, just after the commit of its record. */
  readonly earlierKey: string | null;
}

interface OpenFile {
  readonly key: string;
  /** Null when the store does not have it. */
  readonly file: { readonly size: number; readonly content: Readable } | null;
}

/** References read at a time. */
const batchSize = 500;
/** Files opened ahead: a bucket takes some time to respond. */
const openedAhead = 8;

/** Puts the files that records name into an archive, each once. */
export class FileArchiver {
  count = 0;
  readonly #archive: ArchiveWriter;
  readonly #store: FileStore;
  readonly #digest: Digest;
  readonly #list: BackupConnection;

  private constructor(archive: ArchiveWriter, store: FileStore, digest: Digest, list: BackupConnection) {
    this.#archive = archive;
    this.#store = store;
    this.#digest = digest;
    this.#list = list;
  }

  /**
   * @param list a connection without a transaction, which keeps the list of archived files. The snapshot's transaction
   *   must not write, because new events wait for older transactions that do.
   */
  static async create(options: {
    readonly archive: ArchiveWriter;
    readonly store: FileStore;
    readonly digest: Digest;
    readonly list: BackupConnection;
  }): Promise<FileArchiver> {
    await options.list.query(createArchived);
    return new FileArchiver(options.archive, options.store, options.digest, options.list);
  }

  /**
   * Archives the files that records name in the state this connection sees, except those already archived.
   *
   * @param hold `with hold` continues to read after the transaction, at the price of a copy of the list.
   * @returns keys of files that the store does not have.
   */
  async archive(connection: BackupConnection, hold: '' | 'with hold' = ''): Promise<string[]> {
    const missing: string[] = [];
    const all = referenceSources.map(({ source }) => source.text).join(' union ');
    await connection.query(`declare files no scroll cursor ${hold} for ${all}`);
    if (hold !== '') await connection.query('commit');
    for (;;) {
      const named = await connection.query<FileReference>(`fetch ${batchSize} from files`);
      if (named.length > 0) missing.push(...(await this.#archiveBatch(named)));
      if (named.length < batchSize) break;
    }
    await connection.query('close files');
    return missing;
  }

  async #archiveBatch(named: readonly FileReference[]): Promise<string[]> {
    const keys = [named.map(({ key }) => key), named.map(({ earlierKey }) => earlierKey)];
    const missing: string[] = [];
    for await (const { key, file } of openAhead(this.#store, await this.#list.query(selectUnarchived, keys))) {
      if (file === null) {
        missing.push(key);
        continue;
      }
      this.#digest.addFile(key, file.size);
      await this.#archive.add(filesFolder + key, file.size, this.#digest.passThrough(file.content));
      await this.#list.query(insertArchived, [key]);
      this.count += 1;
    }
    return missing;
  }
}

async function* openAhead(store: FileStore, references: readonly FileReference[]): AsyncGenerator<OpenFile> {
  const waiting = [...references];
  const opening: Promise<OpenFile>[] = [];
  const openNext = () => {
    const next = waiting.shift();
    if (next === undefined) return;
    const opened = openFile(store, next);
    // A rejection is handled where the file is awaited, in its turn.
    opened.catch(() => undefined);
    opening.push(opened);
  };
  for (let ahead = 0; ahead < openedAhead; ahead += 1) openNext();
  try {
    for (let next = opening.shift(); next !== undefined; next = opening.shift()) {
      yield await next;
      openNext();
    }
  } finally {
    for (const opened of await Promise.allSettled(opening)) {
      if (opened.status === 'fulfilled') opened.value.file?.content.destroy();
    }
  }
}

async function openFile(store: FileStore, { key, earlierKey }: FileReference): Promise<OpenFile> {
  // The third attempt finds a file that was moved between the first two.
  for (const candidate of earlierKey === null ? [key] : [key, earlierKey, key]) {
    const found = await store.stat(candidate);
    if (found === null) continue;
    try {
      return { key, file: { size: found.size, content: await store.open(candidate) } };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }
  return { key, file: null };
}
