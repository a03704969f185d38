import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule, same } from '../rule.ts';
import { textOf } from '../schemas/schema-view.ts';
import type { PolicySnapshot, Snapshot } from '../snapshot/snapshot.ts';

/** How requests are made safe to repeat and to combine: Idempotency-Key, entity tags, ranges, PUT that creates. */
export const changeRules: readonly Rule[] = [
  ...pair(
    ['idempotency.lost', 'breaking', 'The Idempotency-Key is no longer honoured: a repetition is executed again'],
    ['idempotency.gained', 'safe', 'An Idempotency-Key is honoured'],
  ),
  ...pair(
    [
      'idempotency.replay-narrowed',
      'breaking',
      'The response shows a secret: it is replayed only to the caller that sent the request',
    ],
    ['idempotency.replay-widened', 'risky', 'The response is replayed to any caller with the key'],
  ),
  ...pair(
    [
      'idempotency.room-limited',
      'risky',
      'Requests with an Idempotency-Key may be refused with 429 when the storage for responses is full',
    ],
    [
      'idempotency.room-unlimited',
      'safe',
      'Requests with an Idempotency-Key are no longer refused when the storage for responses is full',
    ],
  ),
  ...same(
    'idempotency.room-changed',
    'risky',
    'Other requests with an Idempotency-Key may be refused when the storage for responses is full',
  ),
  ...pair(
    [
      'idempotency.retention-shortened',
      'breaking',
      'Responses are kept for a shorter time: later repetitions are executed again',
    ],
    ['idempotency.retention-lengthened', 'safe', 'Responses are kept for a longer time'],
  ),
  ...pair(
    ['idempotency.key-shortened', 'breaking', 'An Idempotency-Key may have fewer characters'],
    ['idempotency.key-lengthened', 'safe', 'An Idempotency-Key may have more characters'],
  ),
  ...pair(
    ['entity-tag.read-lost', 'breaking', 'The response no longer has an entity tag'],
    ['entity-tag.read-gained', 'safe', 'The response has an entity tag'],
  ),
  ...pair(
    ['entity-tag.write-lost', 'breaking', 'If-Match is no longer honoured: changes can be lost'],
    ['entity-tag.write-gained', 'safe', 'If-Match is honoured'],
  ),
  ...pair(
    ['entity-tag.required', 'breaking', 'If-Match is required'],
    ['entity-tag.optional', 'safe', 'If-Match may be left out'],
  ),
  ...pair(
    ['ranges.lost', 'breaking', 'Parts of the file can no longer be requested'],
    ['ranges.gained', 'safe', 'Parts of the file can be requested'],
  ),
  ...pair(
    ['missing.create-lost', 'breaking', 'A record that does not exist is no longer created'],
    ['missing.create-gained', 'safe', 'A record that does not exist is created'],
  ),
];

export function compareChanges(before: PolicySnapshot, after: PolicySnapshot, { report }: PlaceReport): void {
  const between = <Value>(from: Value, to: Value, present: Value, gained: string, lost: string, path: string) => {
    if (from !== to && to === present) report(gained, path);
    if (from !== to && from === present) report(lost, path);
  };
  between(before.idempotency, after.idempotency, 'accepted', 'idempotency.gained', 'idempotency.lost', 'idempotency');
  if (before.idempotency === after.idempotency) compareStoredResponses(before, after, report);
  between(before.entityTag, after.entityTag, 'read', 'entity-tag.read-gained', 'entity-tag.read-lost', 'entityTag');
  between(before.entityTag, after.entityTag, 'write', 'entity-tag.write-gained', 'entity-tag.write-lost', 'entityTag');
  between(before.ifMatch, after.ifMatch, 'required', 'entity-tag.required', 'entity-tag.optional', 'ifMatch');
  between(before.ranges, after.ranges, true, 'ranges.gained', 'ranges.lost', 'ranges');
  between(before.missing, after.missing, 'create', 'missing.create-gained', 'missing.create-lost', 'missing');
}

function compareStoredResponses(before: PolicySnapshot, after: PolicySnapshot, report: PlaceReport['report']): void {
  if (before.secretResponse !== after.secretResponse) {
    report(after.secretResponse ? 'idempotency.replay-narrowed' : 'idempotency.replay-widened', 'secretResponse');
  }
  if (textOf(before.largeResponse) === textOf(after.largeResponse)) return;
  if (before.largeResponse === undefined)
    report('idempotency.room-limited', 'largeResponse', undefined, after.largeResponse);
  else if (after.largeResponse === undefined)
    report('idempotency.room-unlimited', 'largeResponse', before.largeResponse);
  else report('idempotency.room-changed', 'largeResponse', before.largeResponse, after.largeResponse);
}

type Figures = Snapshot['idempotency'];

/** Compares the settings of Idempotency-Keys that both sides state. */
export function compareIdempotency(before: Figures, after: Figures, { report }: PlaceReport): void {
  const compare = (from: number | undefined, to: number | undefined, less: string, more: string, path: string) => {
    if (from !== undefined && to !== undefined && from !== to) report(to < from ? less : more, path, from, to);
  };
  const [retention, key] = ['idempotency.retention', 'idempotency.key'];
  const [retentionPath, keyPath] = ['idempotency.retentionMs', 'idempotency.keyMaxLength'];
  compare(before?.retentionMs, after?.retentionMs, `${retention}-shortened`, `${retention}-lengthened`, retentionPath);
  compare(before?.keyMaxLength, after?.keyMaxLength, `${key}-shortened`, `${key}-lengthened`, keyPath);
}
