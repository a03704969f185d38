import { isSamePath } from '@contract-kit/contract-testing/generating';
import type { HandlerResult } from '@contract-kit/middleware';
import type { Collection } from '../contract/collections.ts';
import { isSameRecord, shapeOf } from '../contract/shapes.ts';
import { tagOf } from '../records/records.ts';
import type { Walk } from '../records/state.ts';
import { type Call, fieldsOfBody, type RouteFacts, resultOf, taggedOf, tagOfFound, tenantOf } from './call.ts';
import { assertUnchanged, createRecord } from './write-record.ts';

/**
 * An operation other than create, read, change and delete. If it returns a record of its path, the input changes that
 * record; else the response is generated from its schema and the input.
 */
export function act(facts: RouteFacts, status: number, walk: Walk, call: Call): HandlerResult {
  const { route, state } = facts;
  const shape = shapeOf(route, status);
  const tagged = taggedOf(walk.found);
  if (route.policy.entityTag === 'write') assertUnchanged(call, tagged);
  const sent = fieldsOfBody(call.body);
  const shown = walk.found.findLast(({ collection }) => isSameRecord(collection.shape, shape));
  const changed = route.policy.entityTag === 'write' ? tagged : shown;
  if (changed === undefined) {
    const about = `${walk.place} ${tenantOf(call)} ${JSON.stringify([call.query, sent])}`;
    // No operation reads the created record, but the contract promises its Location.
    const headers: Readonly<Record<string, string>> =
      status === 201 ? { Location: `${facts.basePath}${walk.place}` } : {};
    return resultOf(facts, status, { known: sent, fill: 'sample', about, tag: tagOfFound(tagged), headers });
  }
  const record = state.update(changed, { ...changed.record.fields, ...sent });
  const tag = changed === tagged ? tagOf(record) : tagOfFound(tagged);
  return resultOf(facts, status, { known: record.fields, fill: 'blank', about: walk.place, tag });
}

/** A POST below a record or a collection that creates another record in it: a copy, or one read from elsewhere. */
export function createElsewhere(
  facts: RouteFacts,
  status: number,
  { collection, walk }: { readonly collection: Collection; readonly walk: Walk },
  call: Call,
): HandlerResult {
  const source = walk.found.findLast((one) => isSamePath(one.collection.template, collection.template));
  const place = source?.place ?? placeOf(collection, walk);
  const keys = [collection.keyField, ...collection.otherKeys];
  const copied = Object.entries(source?.record.fields ?? {}).filter(([name]) => !keys.includes(name));
  return createRecord(facts, status, { collection, place }, call, Object.fromEntries(copied));
}

/** The location of the collection above the end of a path. */
function placeOf({ path }: Collection, { place }: Walk): string {
  return place.split('/').slice(0, path.split('/').length).join('/');
}
