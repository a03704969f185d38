import { ProductFilterSchema, type PublishResult } from '@product-content/contract';
import type { FileStore } from '../../../files/index.ts';
import { ApiError, type Clock } from '../../../kernel/index.ts';
import type { Database, SecretCipher, StatementParts } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { type DiscardedJob, type JobHandler, JobInterrupted, type JobResult, type JobRun } from '../../jobs/index.ts';
import { toSelectionConditions } from '../../products/index.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Platforms } from '../platforms/platforms.ts';
import { conditionsOf } from '../records/record.sql.ts';
import type { RecordRefresher } from '../records/record-refresher.ts';
import { allowLongStatements, recountFigures } from './publication.sql.ts';
import { keyOf, type Publication, type PublishCheckpoint, release, toResult, withRecords } from './publication.ts';
import { countPlan, markPlan, type PublishPlan } from './publication-plan.sql.ts';
import { assertActive, type PublishJobInput } from './publications.service.ts';
import { sendBatches } from './send-batches.ts';
import { feedKeyOf, writeFeed } from './write-feed.ts';

export interface PublishJobOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly catalog: CatalogReader;
  readonly platforms: Platforms;
  readonly refresher: RecordRefresher;
  readonly files: FileStore;
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  /** Seconds before each further attempt of a batch. Default: 1, 5 and 20. */
  readonly retrySeconds?: readonly number[];
}

/** The background job that publishes a channel. */
export function createPublishJob(options: PublishJobOptions): JobHandler<PublishJobInput> {
  return {
    type: 'channel.publish',
    run: (run) => publish(run, options),
    summarize: (checkpoint) => summarize(checkpoint as PublishCheckpoint | null),
    discard: (job) => discard(job, options),
  };
}

async function publish(run: JobRun<PublishJobInput>, options: PublishJobOptions): Promise<JobResult> {
  const publication = await open(run, options);
  try {
    return await work(publication, options);
  } catch (error) {
    // If the job continues, here or in another worker, it keeps its marks; a canceled job has ended.
    if (run.signal.reason instanceof JobInterrupted) {
      await withRecords(publication, (tx) => release(tx, publication.channel, null));
    }
    throw error;
  }
}

/** @throws ApiError `not_found` or `conflict` when the channel was deleted or paused in the meantime. */
async function open(run: JobRun<PublishJobInput>, options: PublishJobOptions): Promise<Publication> {
  const channel = await options.channels.get(run.context.workspace.id, run.input.channelId);
  assertActive(channel);
  const platform: Platform = options.platforms[channel.platform];
  return { database: options.database, channels: options.channels, run, channel, platform };
}

async function work(publication: Publication, options: PublishJobOptions): Promise<JobResult> {
  const { run, channel, platform } = publication;
  const { delivery } = platform;
  const start = (run.checkpoint as PublishCheckpoint | null) ?? (await plan(publication, options));
  if (start.failure !== undefined) throw new ApiError('conflict', start.failure);
  if (delivery.kind === 'batches') {
    const { clock, cipher, retrySeconds = [1, 5, 20] } = options;
    const sealed = channel.credentials;
    const credentials: unknown = sealed === null ? null : JSON.parse(cipher.decrypt(sealed, channel.id));
    return {
      ...toResult(
        run.input,
        await sendBatches(publication, delivery, start, { clock, credentials, retrySeconds }),
        null,
      ),
    };
  }
  if (isCurrent(publication, start.plan)) return { ...toResult(run.input, start, null) };
  const { checkpoint, feed } = await writeFeed(publication, delivery, start, options);
  return { ...toResult(run.input, checkpoint, feed) };
}

/** True when only changes are requested, there are none, and the feed exists: nothing is marked then. */
function isCurrent({ run, channel, platform }: Publication, { publish, unpublish }: PublishPlan): boolean {
  if (platform.delivery.kind !== 'feed') return false;
  return run.input.onlyChanged && channel.feedKey !== null && publish === 0 && unpublish === 0;
}

/** Brings the records up to date and marks those to process. */
async function plan(publication: Publication, options: PublishJobOptions): Promise<PublishCheckpoint> {
  const { run, channel, platform } = publication;
  await options.refresher.finish(run.context.workspace, run.signal);
  const { action, productIds, onlyReady, onlyChanged } = run.input;
  const filter = await filterOf(publication, options);
  const feed = platform.delivery.kind === 'feed';
  const shape = { filter, whole: feed || (productIds === null && filter === null) };
  const key = JSON.stringify([shape.whole, filter?.shape ?? null]);
  const parameters = {
    ...filter?.values,
    ...keyOf(publication),
    publishes: action === 'publish',
    feed,
    productIds,
    onlyReady,
    onlyChanged,
  };
  const toStep = (planned: PublishPlan) => {
    const checkpoint = { plan: planned, published: 0, unpublished: 0, rejected: 0 };
    return { checkpoint, progress: { processed: 0, total: planned.publish + planned.keep + planned.unpublish } };
  };
  const planned = await run.commit(toStep, () =>
    withRecords(publication, async (tx) => {
      await tx.run(allowLongStatements, {});
      await release(tx, channel, null);
      const [planned] = (await tx.run(countPlan(key, shape), parameters)) as [PublishPlan];
      if (!isCurrent(publication, planned)) await tx.run(markPlan(key, shape), parameters);
      await tx.run(recountFigures, { workspaceId: channel.workspaceId, channelId: channel.id });
      return planned;
    }),
  );
  return toStep(planned).checkpoint;
}

async function filterOf({ run }: Publication, { catalog }: PublishJobOptions): Promise<StatementParts | null> {
  if (run.input.filter === null) return null;
  const filter = ProductFilterSchema.parse(run.input.filter);
  const snapshot = await catalog.snapshot(run.context.workspace.id);
  return conditionsOf(toSelectionConditions({ filter, includeVariants: true }, snapshot));
}

/** Planned products that none of these numbers include are not known to be published. */
function summarize(checkpoint: PublishCheckpoint | null): JobResult {
  const { plan, published = 0, unpublished = 0, rejected = 0 } = checkpoint ?? {};
  const { unchanged = 0, notReady = 0 } = plan ?? {};
  return { published, unpublished, unchanged, notReady, rejected } satisfies Partial<PublishResult>;
}

/** Deletes a file that did not become the feed, or no longer is. */
async function discard(
  { workspaceId, id, input }: DiscardedJob<PublishJobInput>,
  { channels, files }: PublishJobOptions,
): Promise<void> {
  const key = feedKeyOf(input.channelId, id);
  if (!(await channels.isFeed(workspaceId, input.channelId, key))) await files.delete([key]);
}
