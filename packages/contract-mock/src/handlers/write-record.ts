import { ApiError, formatEntityTag, matchesStrongly, UploadedFile } from '@contract-kit/http-spec';
import { type HandlerResult, notFound } from '@contract-kit/middleware';
import { isRecord } from '@contract-kit/openapi/schemas';
import { z } from 'zod';
import type { Collection } from '../contract/collections.ts';
import { successesOf } from '../contract/shapes.ts';
import { placeBelow, type StoredRecord, tagOf } from '../records/records.ts';
import type { FoundRecord, Walk } from '../records/state.ts';
import { type Call, fieldsOfBody, type RouteFacts, resultOf, taggedOf, tagOfFound, tenantOf } from './call.ts';

/** POST to a collection. */
export function createRecord(
  facts: RouteFacts,
  status: number,
  { collection, place }: { readonly collection: Collection; readonly place: string },
  call: Call,
  copied: Readonly<Record<string, unknown>> = {},
): HandlerResult {
  const { state } = facts;
  const known = { ...copied, ...fieldsOfBody(call.body), ...fileFieldsOf(call.body) };
  const sent = collection.keyField === null ? undefined : fieldsOfBody(call.body)[collection.keyField];
  const key = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : null;
  assertNew(facts, collection, place, call, known);
  const record = state.create(collection, place, tenantOf(call), known, key);
  return createdResult(facts, status, place, record);
}

function createdResult(facts: RouteFacts, status: number, place: string, record: StoredRecord): HandlerResult {
  const location = { Location: `${facts.basePath}${placeBelow(place, record)}` };
  return resultOf(facts, status, {
    known: record.fields,
    fill: 'blank',
    about: `${place} ${record.key}`,
    tag: tagOf(record),
    ...(status === 201 && { headers: location }),
  });
}

/** PUT of a record: replaces it, or creates it if the route may. */
export function putRecord(facts: RouteFacts, status: number, walk: Walk, call: Call): HandlerResult {
  const { route, state } = facts;
  const { missing, found } = walk;
  const target = found.at(-1);
  if (missing === null && target !== undefined) {
    assertUnchanged(call, taggedOf(found));
    if (call.context.ifNoneMatch === '*') throw new ApiError('precondition_failed', 'The record exists already.');
    const record = state.update(target, replaced(facts, target, fieldsOfBody(call.body)));
    return changedResult(facts, status, walk, record);
  }
  if (missing === null || !mayCreate(facts, walk)) throw notFound(route.policy.resource ?? 'record');
  if (call.context.ifMatch !== null) throw new ApiError('precondition_failed', 'The record does not exist.');
  const { collection, place, value } = missing;
  const field = fieldNamedBy(collection, value);
  const known = { ...fieldsOfBody(call.body), ...(field !== null && { [field]: value }) };
  const isKey = field === null || field === collection.keyField;
  const record = state.create(collection, place, tenantOf(call), known, isKey ? value : null);
  return createdResult(facts, successesOf(route).includes(201) ? 201 : status, place, record);
}

/** A PUT creates if its policy says so, or if it is plain and declares 201. Its parent record must exist. */
export function mayCreate({ route, steps }: RouteFacts, { found }: Pick<Walk, 'found'>): boolean {
  const isLast = found.length === steps.filter(({ kind }) => kind === 'record').length - 1;
  const creates = route.policy.missing === 'create' || (route.isPlain && 201 in route.responses);
  return route.method === 'PUT' && creates && isLast;
}

/** PATCH of a record: merges the fields that are sent, objects recursively. */
export function patchRecord(facts: RouteFacts, status: number, walk: Walk, call: Call): HandlerResult {
  const target = targetOf(facts, walk);
  assertUnchanged(call, taggedOf(walk.found));
  const fields = merge(target.record.fields, fieldsOfBody(call.body)) as Readonly<Record<string, unknown>>;
  return changedResult(facts, status, walk, facts.state.update(target, fields));
}

export function deleteRecord(facts: RouteFacts, status: number, walk: Walk, call: Call): HandlerResult {
  const target = targetOf(facts, walk);
  assertUnchanged(call, taggedOf(walk.found));
  facts.state.remove(target);
  return resultOf(facts, status, { known: target.record.fields, fill: 'blank', about: walk.place });
}

/** @throws ApiError `not_found` if a parent record does not exist. */
export function targetOf({ route }: RouteFacts, { found, missing }: Walk): FoundRecord {
  const target = found.at(-1);
  if (missing !== null || target === undefined) throw notFound(route.policy.resource ?? 'record');
  return target;
}

/** Checks the condition again at the change, so that only one of two writers with the same tag succeeds. */
export function assertUnchanged({ context: { ifMatch } }: Call, tagged: FoundRecord | undefined): void {
  if (ifMatch === null || tagged === undefined || matchesStrongly(ifMatch, tagOf(tagged.record))) return;
  const headers = { ETag: formatEntityTag(tagOf(tagged.record).value) };
  throw new ApiError('precondition_failed', 'The record has changed in the meantime.', { headers });
}

/** @throws ApiError `conflict` if the API has this error and another record has the key. */
function assertNew(
  { state, route }: RouteFacts,
  collection: Collection,
  place: string,
  call: Call,
  known: Readonly<Record<string, unknown>>,
): void {
  if (!route.policy.errors.includes('conflict') || (route.isPlain && !(409 in route.responses))) return;
  const keys = [collection.keyField, ...collection.otherKeys].filter((name) => name !== null);
  const taken = keys.find((name) => {
    const value = known[name];
    return value !== undefined && state.find(collection, place, tenantOf(call), String(value)) !== undefined;
  });
  if (taken === undefined) return;
  throw new ApiError('conflict', `Another ${collection.resource} has this ${taken}.`);
}

function changedResult(facts: RouteFacts, status: number, { found, place }: Walk, record: StoredRecord): HandlerResult {
  const target = found.at(-1) as FoundRecord;
  const tagged = taggedOf(found);
  const tag = tagged === undefined || tagged.record === target.record ? tagOf(record) : tagOfFound(tagged);
  return resultOf(facts, status, { known: record.fields, fill: 'blank', about: place, tag });
}

/** The field a path value belongs to: for `:idOrCode` the code, unless the value looks like an id. */
function fieldNamedBy({ keyField, otherKeys, shape }: Collection, value: string): string | null {
  const record = shape?.record;
  const fits = (name: string) => {
    const schema = record instanceof z.ZodObject ? record.shape[name] : undefined;
    return schema instanceof z.ZodType && schema.safeParse(value).success;
  };
  return [...otherKeys.toReversed(), ...(keyField === null ? [] : [keyField])].find(fits) ?? keyField;
}

/** The input plus what a PUT cannot set: keys, and fields its body does not have. */
function replaced(
  { route: { body } }: RouteFacts,
  { collection, record }: FoundRecord,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const settable = Object.keys(body instanceof z.ZodObject ? body.shape : record.fields);
  const isKept = (name: string) => !settable.includes(name) || collection.otherKeys.includes(name);
  return { ...Object.fromEntries(Object.entries(record.fields).filter(([name]) => isKept(name))), ...sent };
}

function merge(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return other;
  const merged = Object.entries(other).map(([name, value]) => [name, merge(one[name], value)]);
  return { ...one, ...Object.fromEntries(merged) };
}

/** Metadata of an uploaded file under the usual field names. */
function fileFieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const file = isRecord(body) ? Object.values(body).find((value) => value instanceof UploadedFile) : undefined;
  if (file === undefined) return {};
  const { fileName, mediaType, size, sha256 } = file;
  return { fileName, name: fileName, mediaType, contentType: mediaType, size, sha256 };
}
