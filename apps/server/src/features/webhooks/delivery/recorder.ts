import type { DeliveryErrorReason } from '@product-content/contract';
import type { Clock, IdSource } from '../../../kernel/index.ts';
import { appendEventsOfSeveral, type Database } from '../../../storage/index.ts';
import { writeAttempts } from '../webhook-delivery.sql.ts';
import { changeCounters } from '../webhook-endpoint.sql.ts';
import { sumUp } from './attempt-outcome.ts';
import { disabledReason, type SwitchedOffEndpoint, toSwitchOffEvent } from './switch-off.ts';
import type { WebhookMeasures } from './webhook-measures.ts';

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
  readonly errorReason: DeliveryErrorReason | null;
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
  /** Told of attempts that are written down. */
  readonly measures?: Pick<WebhookMeasures, 'note'> | undefined;
}

/** Attempts written by one statement. */
const batchSize = 500;

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
    for (const attempt of attempts) this.#options.measures?.note(attempt);
  }

  async #write(attempts: readonly AttemptRecord[]): Promise<void> {
    const { database, clock, ids, pauseMs, onSwitchedOff } = this.#options;
    const counting = attempts.filter(({ counts }) => counts);
    if (counting.length === 0) {
      await database.run(writeAttempts, { attempts: JSON.stringify(attempts) });
      return;
    }
    const changes = [...Map.groupBy(counting, ({ endpointId }) => endpointId).values()].map((ofEndpoint) => {
      const [{ workspaceId, endpointId }] = ofEndpoint as [AttemptRecord];
      return { workspaceId, id: endpointId, ...sumUp(ofEndpoint.map(({ errorReason }) => errorReason === null)) };
    });
    // Endpoints before deliveries, as when an endpoint is deleted with its deliveries.
    const switchedOff = await database.retrying(async (tx) => {
      const counted = { changes: JSON.stringify(changes), pauseSeconds: pauseMs / 1000, reason: disabledReason };
      const changed = await tx.run(changeCounters, counted);
      await tx.run(writeAttempts, { attempts: JSON.stringify(attempts) });
      const ended = changed.filter((row) => row.switchedOff).map(({ workspaceId, id }) => ({ workspaceId, id }));
      const events = ended.map((endpoint) => toSwitchOffEvent(endpoint, ids.next()));
      await appendEventsOfSeveral(tx, events, clock.now());
      return ended;
    });
    for (const endpoint of switchedOff) onSwitchedOff(endpoint);
  }
}
