import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobError, ListingStatus } from '@product-content/contract';
import { ApiError, type Clock, encodeId } from '../../../kernel/index.ts';
import { type Batch, type BatchDelivery, BatchFailure, type ItemResult } from '../platforms/platform.ts';
import { type CountedRecord, FigureChanges } from '../records/record-state.ts';
import { saveFigures } from '../records/record-writer.ts';
import { nextBatch, saveResults } from './publication.sql.ts';
import {
  keyOf,
  type Publication,
  type PublishCheckpoint,
  type RecordItem,
  release,
  toContext,
  toPublishedItem,
  withRecords,
} from './publication.ts';

export interface SendBatchesOptions {
  readonly clock: Clock;
  /** The credentials of the channel for the platform; null without any. */
  readonly credentials: unknown;
  /** Seconds before each further attempt of a batch. */
  readonly retrySeconds: readonly number[];
}

/** The longest pause before the next attempt that a platform may ask for. */
const maxWaitSeconds = 60;

/** Sends the marked records batch by batch. The results of each batch are saved together with the checkpoint. */
export async function sendBatches(
  publication: Publication,
  delivery: BatchDelivery<unknown, unknown>,
  start: PublishCheckpoint,
  options: SendBatchesOptions,
): Promise<PublishCheckpoint> {
  const { run, database, channels, channel } = publication;
  const size = delivery.batchSize(channel.settings);
  let checkpoint = start;
  for (;;) {
    const rows = await database.run(nextBatch, { ...keyOf(publication), limit: size });
    if (rows.length === 0) break;
    const before = checkpoint;
    const outcomes = await send(publication, delivery, rows, options).catch((error) =>
      giveUp(publication, before, error),
    );
    checkpoint = await save(publication, before, rows, outcomes, options.clock);
  }
  const progress = progressOf(checkpoint);
  await run.commit({ checkpoint, progress }, () =>
    withRecords(publication, async (tx) => {
      await release(tx, channel, run.id);
      await channels.notePublication(channel, options.clock.now());
    }),
  );
  return checkpoint;
}

/**
 * Releases the unsent records after a failure of the whole publication. The checkpoint records that: otherwise a worker
 * that takes over would find nothing to send, and complete the job.
 */
async function giveUp(publication: Publication, before: PublishCheckpoint, error: unknown): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  const { run, channel } = publication;
  const checkpoint = { ...before, failure: error.message };
  await run.commit({ checkpoint, progress: progressOf(checkpoint) }, () =>
    withRecords(publication, (tx) => release(tx, channel, run.id)),
  );
  throw error;
}

interface Outcome {
  readonly status: 'listed' | 'submitted' | 'delisted' | 'rejected';
  readonly result: ItemResult | null;
  readonly message: string | null;
}

/** @throws ApiError `conflict` when the platform accepted nothing in any attempt. */
async function send(
  publication: Publication,
  delivery: BatchDelivery<unknown, unknown>,
  rows: readonly RecordItem[],
  { credentials, retrySeconds }: SendBatchesOptions,
): Promise<Outcome[]> {
  const { run } = publication;
  const action = rows[0]?.action === 'unpublish' ? 'unpublish' : 'publish';
  const batch: Batch = { deliveryId: deliveryIdOf(run.id, rows), action, items: rows.map(toPublishedItem) };
  const context = { ...toContext(publication), credentials, signal: run.signal };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const results = await delivery.send(batch, context);
      const bySku = new Map(results.map((result) => [result.sku, result]));
      return rows.map(({ sku }) => toOutcome(bySku.get(sku) ?? null, action));
    } catch (error) {
      if (!(error instanceof BatchFailure)) throw error;
      if (!error.retryable) return rows.map(() => rejected(error.message));
      const wait = retrySeconds[attempt];
      if (wait === undefined) throw new ApiError('conflict', `The products could not be delivered. ${error.message}`);
      const seconds = Math.min(Math.max(wait, error.retryAfter ?? 0), maxWaitSeconds);
      await delay(seconds * 1000, undefined, { signal: run.signal });
    }
  }
}

/** An item without a result counts as successful. */
function toOutcome(result: ItemResult | null, action: Batch['action']): Outcome {
  if (result?.status === 'rejected') return { ...rejected(result.message ?? 'The platform rejected it.'), result };
  const done = action === 'publish' ? 'listed' : 'delisted';
  const submitted = action === 'publish' && result?.status === 'submitted';
  return { status: submitted ? 'submitted' : done, result, message: null };
}

function rejected(message: string): Outcome {
  return { status: 'rejected', result: null, message };
}

async function save(
  publication: Publication,
  before: PublishCheckpoint,
  rows: readonly RecordItem[],
  outcomes: readonly Outcome[],
  clock: Clock,
): Promise<PublishCheckpoint> {
  const checkpoint = countOutcomes(before, outcomes);
  const items = rows.map(({ productId, payloadHash, version }, index) => {
    const { status, result, message } = outcomes[index] as Outcome;
    const { externalId = null, url = null } = result ?? {};
    return { productId, status, sentHash: payloadHash, version, externalId, url, message };
  });
  const errors = rows.flatMap(({ sku }, index): JobError[] => {
    const message = outcomes[index]?.message ?? null;
    return message === null
      ? []
      : [{ row: null, column: null, sku, field: null, code: 'rejected', message, value: null }];
  });
  const productIds = rows.map(({ productId }) => productId);
  const parameters = { ...keyOf(publication), at: clock.now(), items: JSON.stringify(items), productIds };
  await publication.run.commit({ checkpoint, progress: progressOf(checkpoint), errors }, () =>
    withRecords(publication, async (tx) => {
      const changed = (await tx.run(saveResults, parameters)) as (CountedRecord & { before: ListingStatus })[];
      const figures = new FigureChanges();
      for (const { before: listingStatus, ...after } of changed) {
        figures.add(publication.channel.id, { ...after, listingStatus }, after);
      }
      await saveFigures(tx, publication.channel.workspaceId, figures);
    }),
  );
  return checkpoint;
}

function countOutcomes(before: PublishCheckpoint, outcomes: readonly Outcome[]): PublishCheckpoint {
  const count = (...statuses: Outcome['status'][]) => outcomes.filter(({ status }) => statuses.includes(status)).length;
  return {
    ...before,
    published: before.published + count('listed', 'submitted'),
    unpublished: before.unpublished + count('delisted'),
    rejected: before.rejected + count('rejected'),
  };
}

function progressOf({ plan, published, unpublished, rejected }: PublishCheckpoint) {
  const processed = published + unpublished + rejected;
  return { processed, total: Math.max(processed, plan.publish + plan.unpublish) };
}

/** The same for each attempt of a batch, even by a worker that takes over. */
function deliveryIdOf(jobId: string, rows: readonly RecordItem[]): string {
  const text = JSON.stringify([jobId, rows.map(({ productId, payloadHash }) => [productId, payloadHash])]);
  const hex = createHash('sha256').update(text).digest('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return encodeId('delivery', uuid);
}
