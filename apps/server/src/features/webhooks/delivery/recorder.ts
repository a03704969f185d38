import type { DeliveryErrorReason } from '@product-content/contract';
import type { Clock, IdSource } from '../../../kernel/index.ts';
import { appendEventsOfSeveral, type Database } from '../../../storage/index.ts';
import { writeAttempts } from '../webhook-delivery.sql.ts';
import { changeCounters } from '../webhook-endpoint.sql.ts';
import { sumUp } from './attempt-outcome.ts';
import { disabledReason, type SwitchedOffEndpoint, toSwitchOffEvent } from './switch-off.ts';
import type { WebhookMeasures } from './webhook-measures.ts';

/** The outcome of an attempt, to be saved. */
export interface AttemptRecord {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  /** When the delivery had last been changed before the attempt. */
  readonly updatedAt: Date;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'discarded';
  /** The number of the attempt; for a discarded delivery, the number of earlier attempts. */
  readonly attempt: number;
  readonly earlierAttempts: number;
  readonly attemptedAt: Date;
  readonly waitSeconds: number | null;
  readonly responseStatus: number | null;
  readonly errorReason: DeliveryErrorReason | null;
  readonly durationMs: number | null;
  readonly responseBody: string | null;
  /** Whether it changes its endpoint's counter: a success after another does not. */
  readonly counts: boolean;
}

export interface RecorderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Milliseconds for which an endpoint gets no attempts after a failure. */
  readonly pauseMs: number;
  /** Called with endpoints that have just been switched off. */
  readonly onSwitchedOff: (endpoint: SwitchedOffEndpoint) => void;
  /** Counts saved attempts. */
  readonly measures?: Pick<WebhookMeasures, 'note'> | undefined;
}

/** Attempts saved by one statement. */
const batchSize = 500;

/** Saves attempts: one statement for all that ended while the previous one was running. */
export class Recorder {
  readonly #options: RecorderOptions;
  #closed = false;
  #waiting: AttemptRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Saves nothing more: an attempt interrupted now says nothing about its receiver. Its claim expires. */
  close(): void {
    this.#closed = true;
  }

  /** Resolves when the attempt is saved. */
  record(attempt: AttemptRecord): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#waiting.length === 0) {
      // Later attempts join until the previous statement is done; an error of that one concerns its own callers.
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
    // Locks endpoints before deliveries, like deleting an endpoint with its deliveries.
    const switchedOff = await database.retrying(async (tx) => {
      const counted = { changes: JSON.stringify(changes), pauseSeconds: pauseMs / 1000, reason: disabledReason };
      const changed = await tx.run(changeCounters, counted);
      await tx.run(writeAttempts, { attempts: JSON.stringify(attempts) });
      const ended = changed.filter((row) => row.switchedOff).map(({ workspaceId, id }) => ({ workspaceId, id }));
      const events = ended.map((endpoint) => toSwitchOffEvent(endpoint, ids.next()));
      appendEventsOfSeveral(tx, events, clock.now());
      return ended;
    });
    for (const endpoint of switchedOff) onSwitchedOff(endpoint);
  }
}
