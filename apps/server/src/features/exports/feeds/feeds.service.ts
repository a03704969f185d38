import type { Readable } from 'node:stream';
import type { ByteRange } from '@contract-kit/http-spec';
import { type FileStore, nextDistinctSecond } from '../../../files/index.ts';
import { type Clock, type IdSource, type Logger, notFound, type WorkspaceSettings } from '../../../kernel/index.ts';
import { type AdvisoryMutex, createAdvisoryMutex, type Database, type Snapshot } from '../../../storage/index.ts';
import { readOptions } from '../options/export-options.ts';
import type { ExportProfilesRepository } from '../profiles/export-profiles.repository.ts';
import { hashFeedToken, parseFeedName } from '../profiles/feed-token.ts';
import type { RecordFiles } from '../writing/record-files.ts';
import { feedKey } from './feed-files.ts';
import type { Feed, FeedFile, FeedsRepository } from './feeds.repository.ts';

export interface FeedsServiceOptions {
  readonly database: Database;
  readonly feeds: FeedsRepository;
  readonly profiles: ExportProfilesRepository;
  readonly files: RecordFiles;
  readonly store: FileStore;
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
}

/** A feed with a file that is up to date. */
export interface MadeFeed extends Feed {
  readonly file: FeedFile;
}

/** Each generation holds a connection while it reads. */
const generationConcurrency = 2;

/**
 * The feeds of export profiles. The file of a feed is cached, and generated again when it is requested after its
 * products, the catalog or its profile have changed: by one process at a time, while others wait for it.
 */
export class FeedsService {
  readonly #options: FeedsServiceOptions;
  readonly #generations: AdvisoryMutex;

  constructor(options: FeedsServiceOptions) {
    this.#options = options;
    this.#generations = createAdvisoryMutex(options.database, generationConcurrency);
  }

  /**
   * The feed of the last segment of an address, found by one statement that reads no product.
   *
   * @returns null when there is no such feed. Its file may be out of date: see {@link isCurrent}.
   */
  async find(name: string, on?: Snapshot): Promise<Feed | null> {
    const parsed = parseFeedName(name);
    if (parsed === null) return null;
    return this.#options.feeds.find(hashFeedToken(parsed.token), parsed.format, on);
  }

  /**
   * The feed with a file that is at least as new as the request.
   *
   * @throws ApiError `not_found`.
   */
  async make(name: string): Promise<MadeFeed> {
    const found = await this.#get(name);
    if (isCurrent(found) && (await this.#isKept(found))) return found;
    const generation = `feed ${found.profileId}.${found.format}`;
    // A generation in progress may have begun before the last change; the next one begins after it.
    await this.#generations.settled(generation);
    const before = await this.#get(name);
    if (isCurrent(before) && (await this.#isKept(before))) return before;
    await this.#generations.run(generation, async (snapshot) => {
      const feed = await this.find(name, snapshot);
      if (feed !== null && !isCurrent(feed)) await this.#write(feed, snapshot);
    });
    const after = await this.#get(name);
    if (after.file === null) throw notFound('feed');
    return { ...after, file: after.file };
  }

  /**
   * Bytes of the file of a feed.
   *
   * @throws FileMissing when it was lost since it was generated.
   */
  read(feed: MadeFeed, range?: ByteRange): Promise<Readable> {
    return this.#options.store.open(feedKey(feed, feed.file.fileId), range);
  }

  /** Whether the file of a feed exists. A lost file is forgotten, so that it is generated again. */
  async #isKept(feed: MadeFeed): Promise<boolean> {
    const { feeds, store } = this.#options;
    if ((await store.stat(feedKey(feed, feed.file.fileId))) !== null) return true;
    await feeds.forget(feed.file.fileId);
    return false;
  }

  async #get(name: string): Promise<Feed> {
    const feed = await this.find(name);
    if (feed === null) throw notFound('feed');
    return feed;
  }

  async #write(feed: Feed, snapshot: Snapshot): Promise<void> {
    const { feeds, profiles, files, store, workspace, clock, ids } = this.#options;
    const ctx = { workspace: await workspace(feed.workspaceId) };
    const options = { ...readOptions(feed.options), format: feed.format };
    const { content, tally } = await files.write(ctx, snapshot, await files.select(ctx, options), options);
    const fileId = ids.next();
    const key = feedKey(feed, fileId);
    const { size } = await store.put(key, content);
    const generatedAt = nextDistinctSecond(clock.now(), feed.file?.generatedAt);
    const file = { state: feed.state, fileId, size, ...tally, generatedAt };
    const useless = await feeds.save(feed, file);
    const run = { at: file.generatedAt.toISOString(), via: 'feed', format: feed.format, ...tally } as const;
    await profiles.noteRun(feed.workspaceId, feed.profileId, run);
    if (useless !== null) await this.#discard(feedKey(feed, useless));
  }

  /** A file that cannot be deleted now is swept later. */
  async #discard(key: string): Promise<void> {
    const { store, logger } = this.#options;
    try {
      await store.delete([key]);
    } catch (err) {
      logger.warn({ err }, 'The file of a feed could not be deleted.');
    }
  }
}

/** Whether the file of a feed shows the current state. */
export function isCurrent(feed: Feed): feed is MadeFeed {
  return feed.file !== null && feed.file.state === feed.state;
}
