import { switchOffFailures } from '@product-content/contract';
import type { Clock, IdSource } from '../../../kernel/index.ts';
import { appendEventsOfSeveral, type Database } from '../../../storage/index.ts';
import { countWritten } from '../delivery-counts.ts';
import { sumUp } from './attempt-outcome.ts';
import type { ErrorReason } from './sending/error-reason.ts';
import { disabledReason, type SwitchedOffEndpoint, toSwitchOffEvent } from './switch-off.ts';

/** What is written down of an attempt. */
export interface AttemptRecord {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly claimedUntil: Date;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'discarded';
  /** Its number; of a discarded delivery, the attempts made before. */
  readonly attempt: number;
  /** Whether it was attempted before. */
  readonly retried: boolean;
  readonly attemptedAt: Date;
  readonly waitSeconds: number | null;
  readonly responseStatus: number | null;
  readonly errorReason: ErrorReason | null;
  readonly durationMs: number | null;
  readonly responseBody: string | null;
  /** Whether it changes its endpoint's counter; one success after another changes nothing. */
  readonly counts: boolean;
}

export interface RecorderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** How long an endpoint is left alone after a failure, in milliseconds. */
  readonly pauseMs: number;
  /** Told of endpoints that are now switched off. */
  readonly onSwitchedOff: (endpoint: SwitchedOffEndpoint) => void;
}

/** Attempts written by one statement. */
const batchSize = 500;

/** One update, whoever else counts at the same time. Pending deliveries stay as they are. */
const changeCounters = `
  with changed as materialized (
    select e.workspace_id, e.id, r.failures, e.counter, e.status = 'active' and e.counter >= ${switchOffFailures} as ends
    from jsonb_to_recordset($1::jsonb) as r ("workspaceId" uuid, id uuid, reset boolean, failures integer)
    cross join lateral (
      select *, case when r.reset then 0 else consecutive_failures end + r.failures as counter from webhook_endpoint
      where workspace_id = r."workspaceId" and id = r.id and (r.failures > 0 or consecutive_failures > 0)
      for no key update
    ) e
  )
  update webhook_endpoint e set
    consecutive_failures = c.counter,
    attempts_after = case when c.failures > 0 then now() + make_interval(secs => $2) end,
    status = case when c.ends then 'switched_off' else e.status end,
    disabled_reason = case when c.ends then $3 else e.disabled_reason end,
    updated_at = case when c.ends then now() else e.updated_at end
  from changed c where e.workspace_id = c.workspace_id and e.id = c.id
  returning e.workspace_id as "workspaceId", e.id, c.ends as "switchedOff"`;

/** None when the owner asked for the next attempt while this one was under way: a claim had set both times alike. */
const waitSeconds = `case when r.status = 'pending' and d.next_attempt_at < d.claimed_until then 0
  else r."waitSeconds" end`;

/** The attempt a row holds, as it joins the earlier ones when the next one takes its place. */
const lastAttempt = `jsonb_build_object('attempt', d.attempt, 'finishedAt', d.attempted_at,
  'responseStatus', d.response_status, 'errorReason', d.error_reason, 'durationMs', d.duration_ms,
  'responseBody', d.response_body)`;

const writeAttempts = `
  with written as (
    update webhook_delivery d set status = r.status, attempt = r.attempt, attempted_at = r."attemptedAt",
      next_attempt_at = now() + make_interval(secs => ${waitSeconds}), claimed_until = null,
      response_status = r."responseStatus", error_reason = r."errorReason", duration_ms = r."durationMs",
      response_body = r."responseBody",
      earlier_attempts = case when d.attempt > 0 then coalesce(d.earlier_attempts, '[]') || ${lastAttempt} end,
      updated_at = now()
    from jsonb_to_recordset($1::jsonb) as r (
      "workspaceId" uuid, id uuid, "claimedUntil" timestamptz, status text, attempt integer, "attemptedAt" timestamptz,
      "waitSeconds" double precision, "responseStatus" smallint, "errorReason" text, "durationMs" integer,
      "responseBody" text, retried boolean
    )
    where d.workspace_id = r."workspaceId" and d.id = r.id and d.claimed_until = r."claimedUntil"
    returning d.workspace_id, d.endpoint_id, d.id, d.created_at, d.status, d.attempted_at, d.response_status,
      d.error_reason, r.retried
  )
  ${countWritten}`;

/** Writes attempts down: one statement for all that ended while the one before was running. */
export class Recorder {
  readonly #options: RecorderOptions;
  #closed = false;
  #waiting: AttemptRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Writes down nothing more: what is cut off now says nothing of its receiver. Its claim ends by itself. */
  close(): void {
    this.#closed = true;
  }

  /** Resolves when the attempt is written. */
  record(attempt: AttemptRecord): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#waiting.length === 0) {
      // Later ones join until the statement before this one is done; its error is its own callers'.
      this.#writing = this.#writing.then(
        () => this.#writeWaiting(),
        () => this.#writeWaiting(),
      );
    }
    this.#waiting.push(attempt);
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const attempts = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < attempts.length; at += batchSize) await this.#write(attempts.slice(at, at + batchSize));
  }

  async #write(attempts: readonly AttemptRecord[]): Promise<void> {
    const { database, clock, ids, pauseMs, onSwitchedOff } = this.#options;
    const counting = attempts.filter(({ counts }) => counts);
    if (counting.length === 0) {
      await database.query(writeAttempts, [JSON.stringify(attempts)], 'webhooks.write-attempts');
      return;
    }
    const changes = [...Map.groupBy(counting, ({ endpointId }) => endpointId).values()].map((ofEndpoint) => {
      const [{ workspaceId, endpointId }] = ofEndpoint as [AttemptRecord];
      return { workspaceId, id: endpointId, ...sumUp(ofEndpoint.map(({ errorReason }) => errorReason === null)) };
    });
    // Endpoints before deliveries, as when an endpoint is deleted with its deliveries.
    const switchedOff = await database.retrying(async (tx) => {
      const values = [JSON.stringify(changes), pauseMs / 1000, disabledReason];
      const { rows } = await tx.query<SwitchedOffEndpoint & { switchedOff: boolean }>(
        changeCounters,
        values,
        'webhooks.change-counters',
      );
      await tx.query(writeAttempts, [JSON.stringify(attempts)], 'webhooks.write-attempts');
      const ended = rows.filter((row) => row.switchedOff).map(({ workspaceId, id }) => ({ workspaceId, id }));
      const events = ended.map((endpoint) => toSwitchOffEvent(endpoint, ids.next()));
      await appendEventsOfSeveral(tx, events, clock.now());
      return ended;
    });
    for (const endpoint of switchedOff) onSwitchedOff(endpoint);
  }
}
