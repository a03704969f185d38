import type { EventType } from '@product-content/contract';
import type { Clock, IdSource, RequestContext } from '../../../kernel/index.ts';
import { appendEvents, type Database, type OutboxEvent, type Transaction } from '../../../storage/index.ts';
import type { CatalogLocks } from '../catalog-snapshot.ts';

export interface CatalogChangesOptions {
  readonly database: Database;
  readonly locks: CatalogLocks;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A change to the catalog in progress. */
export interface CatalogChange {
  readonly tx: Transaction;
  /** The time of the change: the `updatedAt` of everything it touches. */
  readonly at: Date;
  /** A new UUID. */
  nextId(): string;
  /** Adds an event about a record; it is written with the change. */
  emit(type: EventType, subjectId: string, payload: unknown): void;
}

/**
 * Makes changes to the catalog: each in one transaction with its events, and one at a time per workspace, so that rules
 * over several rows (unique codes, dense positions, no cycles) can be checked with plain reads.
 */
export class CatalogChanges {
  readonly #options: CatalogChangesOptions;

  constructor(options: CatalogChangesOptions) {
    this.#options = options;
  }

  make<T>({ workspace }: RequestContext, work: (change: CatalogChange) => Promise<T>): Promise<T> {
    const { database, locks, clock, ids } = this.#options;
    return database.retrying(async (tx) => {
      await locks.change(workspace.id);
      const at = clock.now();
      const events: OutboxEvent[] = [];
      const result = await work({
        tx,
        at,
        nextId: () => ids.next(),
        emit: (type, subjectId, payload) => events.push({ id: ids.next(), type, subjectId, payload }),
      });
      appendEvents(tx, workspace.id, events, at);
      return result;
    });
  }
}
