import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobError, ListingStatus } from '@product-content/contract';
import { ApiError, type Clock, encodeId } from '../../../kernel/index.ts';
import { type Batch, type BatchDelivery, BatchFailure, type ItemResult } from '../platforms/platform.ts';
import { type CountedRecord, FigureChanges } from '../records/record-state.ts';
import { saveFigures } from '../records/record-writer.ts';
import {
  keyOf,
  type Publication,
  type PublishCheckpoint,
  type RecordItem,
  toContext,
  toPublishedItem,
  withRecords,
} from './publication.ts';
import { deleteWithdrawn, nextBatch, notePublication, recountFigures, saveResults } from './publish-statements.ts';

export interface SendBatchesOptions {
  readonly clock: Clock;
  /** What the platform is given beside the channel; null when there is none. */
  readonly credentials: unknown;
  /** Seconds before each further attempt of a batch. */
  readonly retrySeconds: readonly number[];
}

/** Longest a platform may ask to wait before the next attempt. */
const maxWaitSeconds = 60;

/** Sends what is marked, batch by batch: what became of each is written down with how far the publication is. */
export async function sendBatches(
  publication: Publication,
  delivery: BatchDelivery<unknown, unknown>,
  start: PublishCheckpoint,
  options: SendBatchesOptions,
): Promise<PublishCheckpoint> {
  const { run, database, channel } = publication;
  const size = delivery.batchSize(channel.settings);
  let checkpoint = start;
  for (;;) {
    const { rows } = await database.query<RecordItem>(nextBatch, [...keyOf(publication), size]);
    if (rows.length === 0) break;
    const outcomes = await send(publication, delivery, rows, options);
    checkpoint = await save(publication, checkpoint, rows, outcomes, options.clock);
  }
  const progress = progressOf(checkpoint);
  await run.commit({ checkpoint, progress }, () =>
    withRecords(publication, async (tx) => {
      await tx.query(deleteWithdrawn, [channel.workspaceId, channel.id]);
      await tx.query(recountFigures, [channel.workspaceId, channel.id]);
      await tx.query(notePublication, [channel.workspaceId, channel.id, options.clock.now()]);
    }),
  );
  return checkpoint;
}

interface Outcome {
  readonly status: ListingStatus;
  readonly result: ItemResult | null;
  readonly message: string | null;
}

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
      if (!error.retryable) return rows.map(() => refused(error.message, action));
      const wait = retrySeconds[attempt];
      if (wait === undefined) throw new ApiError('conflict', `The products could not be sent. ${error.message}`);
      const seconds = Math.min(Math.max(wait, error.retryAfter ?? 0), maxWaitSeconds);
      await delay(seconds * 1000, undefined, { signal: run.signal });
    }
  }
}

/** An item without a result is done; what is refused when it is withdrawn is still there. */
function toOutcome(result: ItemResult | null, action: Batch['action']): Outcome {
  if (result?.status === 'rejected') {
    return { ...refused(result.message ?? 'The platform refused it.', action), result };
  }
  const done = action === 'publish' ? 'listed' : 'delisted';
  const submitted = action === 'publish' && result?.status === 'submitted';
  return { status: submitted ? 'submitted' : done, result, message: null };
}

function refused(message: string, action: Batch['action']): Outcome {
  return { status: action === 'publish' ? 'rejected' : 'outdated', result: null, message };
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
    return message === null ? [] : [{ row: null, column: null, sku, field: null, code: 'rejected', message }];
  });
  const values = [...keyOf(publication), clock.now(), JSON.stringify(items), rows.map(({ productId }) => productId)];
  await publication.run.commit({ checkpoint, progress: progressOf(checkpoint), errors }, () =>
    withRecords(publication, async (tx) => {
      const { rows: changed } = await tx.query<CountedRecord & { before: ListingStatus }>(saveResults, values);
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
  const count = (...statuses: ListingStatus[]) => outcomes.filter(({ status }) => statuses.includes(status)).length;
  return {
    ...before,
    published: before.published + count('listed', 'submitted'),
    unpublished: before.unpublished + count('delisted'),
    rejected: before.rejected + count('rejected', 'outdated'),
  };
}

function progressOf({ plan, published, unpublished, rejected }: PublishCheckpoint) {
  const processed = published + unpublished + rejected;
  return { processed, total: Math.max(processed, plan.publish + plan.unpublish) };
}

/** The same for each attempt of a batch, also by a worker that takes over. */
function deliveryIdOf(jobId: string, rows: readonly RecordItem[]): string {
  const text = JSON.stringify([jobId, rows.map(({ productId, payloadHash }) => [productId, payloadHash])]);
  const hex = createHash('sha256').update(text).digest('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return encodeId('delivery', uuid);
}
