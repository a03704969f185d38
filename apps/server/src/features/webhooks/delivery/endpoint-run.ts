import { performance } from 'node:perf_hooks';
import { signDelivery, type WebhookSecret } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import { type Clock, encodeId, type Tracing } from '../../../kernel/index.ts';
import type { Database, SecretCipher } from '../../../storage/index.ts';
import { signingKeys } from '../endpoint-secrets.ts';
import { decideOutcome } from './attempt-outcome.ts';
import { type Claim, type ClaimedDelivery, type ClaimedEndpoint, releaseClaim } from './claims.ts';
import type { Recorder } from './recorder.ts';
import type { AttemptResult, Sender } from './sender.ts';

export interface EndpointRunOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tracing: Tracing;
  readonly sender: Sender;
  readonly recorder: Recorder;
  readonly cipher: SecretCipher;
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
  /** Attempts at the same time. */
  readonly concurrency: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Attempts the claimed deliveries of one endpoint, several at the same time, oldest first. After a failure no further
 * one starts; the remaining ones, then or at `startBy`, stay due.
 *
 * @param startBy on the clock of `performance.now()`: attempts that start later might outlive their claims.
 * @param signal aborts to start no further attempts.
 * @returns true when every attempt succeeded.
 * @throws errors of the database; the claims then expire.
 */
export async function runEndpoint(
  claim: Claim,
  options: EndpointRunOptions,
  { startBy, signal }: { startBy: number; signal: AbortSignal },
): Promise<boolean> {
  const { database, cipher, clock, concurrency } = options;
  const keys = signingKeys(cipher, claim.endpoint, clock.now());
  const queue = [...claim.deliveries].reverse();
  const recorded: Promise<void>[] = [];
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed && !signal.aborted && performance.now() < startBy) {
      const delivery = queue.pop();
      if (delivery === undefined) return;
      const result = await attempt(delivery, claim.endpoint, keys, options);
      failed ||= result?.errorReason != null;
      const recording = record(delivery, result, options, claim.failing || failed);
      // A rejection is handled where all recordings are awaited.
      recording.catch(() => undefined);
      recorded.push(recording);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, worker));
  await Promise.all(recorded);
  await releaseClaim(database, claim);
  return !failed;
}

/** @returns null when the event is no longer kept: there is nothing to send. */
async function attempt(
  delivery: ClaimedDelivery,
  { url, signatureScheme: scheme }: ClaimedEndpoint,
  secrets: readonly WebhookSecret[],
  { sender, clock, tracing }: EndpointRunOptions,
): Promise<AttemptResult | null> {
  const body = delivery.body.bytes;
  if (body === null) return null;
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const deliveryId = encodeId('delivery', delivery.id);
  const named = { event: delivery.event, eventId: encodeId('event', delivery.eventId), deliveryId };
  const headers = await signDelivery({ body, secrets, timestamp, scheme, ...named, headerNames: webhookHeaders });
  const attributes = { 'pcm.webhook.event': delivery.event, 'pcm.webhook.delivery_id': deliveryId };
  const span = { name: 'webhook delivery', kind: 'consumer', parent: delivery.trace, attributes } as const;
  return tracing.span(span, () => sender({ url, headers, body }));
}

function record(
  delivery: ClaimedDelivery,
  result: AttemptResult | null,
  { recorder, clock, schedule, random }: EndpointRunOptions,
  counts: boolean,
): Promise<void> {
  const { workspaceId, id, endpointId, updatedAt, attempt: earlierAttempts } = delivery;
  const now = clock.now();
  const row = { workspaceId, id, endpointId, updatedAt, earlierAttempts, attemptedAt: now };
  if (result === null) {
    const nothing = {
      waitSeconds: null,
      responseStatus: null,
      errorReason: null,
      durationMs: null,
      responseBody: null,
    };
    return recorder.record({ ...row, ...nothing, status: 'discarded', attempt: earlierAttempts, counts: false });
  }
  const attempt = earlierAttempts + 1;
  const outcome = decideOutcome({ attempt, result, schedule, jitter: random(), now: now.getTime() / 1000 });
  const { responseStatus, errorReason, durationMs, responseBody } = result;
  const shown = { responseStatus, errorReason, durationMs, responseBody };
  return recorder.record({ ...row, ...outcome, ...shown, attempt, counts });
}
