import { compareEvents } from '../operations/compare-responses.ts';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule } from '../rule.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { compareAnyScopes } from './access.ts';

/** Rules of events. Payloads have the rules of schemas, signatures those of header fields. */
export const eventRules: readonly Rule[] = [
  ...pair(
    ['event.removed', 'breaking', 'The event is no longer sent'],
    ['event.added', 'safe', 'The event has been added'],
  ),
];

/** @param reportFor takes the name of the delivery in the OpenAPI document: `webhook.todo.created`. */
export function compareDeliveries(before: Snapshot, after: Snapshot, reportFor: (id: string) => PlaceReport): void {
  const names = new Set([...Object.keys(before.events ?? {}), ...Object.keys(after.events ?? {})]);
  for (const name of [...names].sort()) {
    const [from, to] = [before.events?.[name], after.events?.[name]];
    const at = reportFor(`webhook.${name}`);
    if (from === undefined) at.report('event.added');
    else if (to === undefined) at.report('event.removed');
    else {
      compareEvents(from, to, at);
      // The first version of snapshots does not record the scopes of events.
      if (before.idempotency !== undefined && after.idempotency !== undefined) {
        compareAnyScopes(from.anyScopes, to.anyScopes, at.report);
      }
    }
  }
}
