import type { Clock, IdSource } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import { lockPosition, movePlace } from '../webhook.statements.ts';
import { insertDeliveries } from '../webhook-delivery.sql.ts';
import { findEvents, relayedEvents, selectBehind } from '../webhook-relay.sql.ts';

export interface RelayOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The outcome of a run of the relay. */
export interface RelayResult {
  /** The number of deliveries created. */
  readonly deliveries: number;
  /** Some events cannot be ordered yet, because a transaction that began before them is still running. */
  readonly unsettled: boolean;
  /** Settled events are left: a workspace had more than one transaction processes. */
  readonly more: boolean;
}

/**
 * Creates deliveries from events, in the order in which the events settle: one for each endpoint that was registered
 * before the event and subscribes to its type. The position of a workspace advances in the transaction that writes the
 * deliveries, so none is skipped or duplicated, even if a process dies.
 */
export class Relay {
  readonly #options: RelayOptions;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /**
   * Relays settled events: a limited number for every workspace, so that none waits for another with many. Skips
   * workspaces that another process is relaying.
   */
  async run(signal?: AbortSignal): Promise<RelayResult> {
    const { database } = this.#options;
    const workspaces = await database.run(findEvents, {});
    let deliveries = 0;
    let more = false;
    for (const { workspaceId, ready } of workspaces) {
      if (!ready || signal?.aborted === true) continue;
      const made = await database.transaction((tx) => this.#relayBatch(tx, workspaceId));
      deliveries += made.deliveries;
      more ||= made.events === relayedEvents;
    }
    return { deliveries, unsettled: workspaces.some(({ ready }) => !ready), more };
  }

  async #relayBatch(tx: Transaction, workspaceId: string): Promise<{ events: number; deliveries: number }> {
    const { clock, ids } = this.#options;
    const [position] = await tx.run(lockPosition, { workspaceId });
    if (position === undefined) return { events: 0, deliveries: 0 };
    const events = await tx.run(selectBehind, { workspaceId, ...position });
    const last = events.at(-1);
    if (last === undefined) return { events: 0, deliveries: 0 };
    const deliveries = events.flatMap(({ id, type, endpoints }) =>
      endpoints.map((endpointId) => ({ id: ids.next(), endpointId, eventId: id, event: type })),
    );
    if (deliveries.length > 0) {
      await tx.run(insertDeliveries, { workspaceId, deliveries: JSON.stringify(deliveries), at: clock.now() });
    }
    await tx.run(movePlace, { workspaceId, settledAfter: last.settledAfter, eventId: last.id });
    return { events: events.length, deliveries: deliveries.length };
  }
}
