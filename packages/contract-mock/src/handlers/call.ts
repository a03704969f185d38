import { createHash } from 'node:crypto';
import type { ContractRoute } from '@contract-kit/contract-testing/generating';
import { type EntityTag, formatEntityTag } from '@contract-kit/http-spec';
import type { BaseContext, Caller, HandlerHeaders, HandlerResult } from '@contract-kit/middleware';
import { isRecord } from '@contract-kit/openapi/schemas';
import type { Collection, PathStep } from '../contract/collections.ts';
import { shapeOf, wrap } from '../contract/shapes.ts';
import { tagOf } from '../records/records.ts';
import type { FoundRecord, State } from '../records/state.ts';
import { declaresHeader } from './declared-headers.ts';

/** What is known of a route before any request. */
export interface RouteFacts {
  readonly route: ContractRoute;
  readonly steps: readonly PathStep[];
  readonly collections: readonly Collection[];
  readonly basePath: string;
  readonly state: State;
}

/** A validated request. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly context: BaseContext<Caller | null>;
}

export function tenantOf({ context }: Call): string | null {
  return context.caller?.tenantId ?? null;
}

/** A body reduced to what JSON can hold. */
export function fieldsOfBody(body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) return {};
  return JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
}

/** The record whose tag an operation has: the nearest one that is read with a tag, else the last of the path. */
export function taggedOf(found: readonly FoundRecord[]): FoundRecord | undefined {
  const isTagged = ({ collection }: FoundRecord) => collection.reader?.policy.entityTag === 'read';
  return found.findLast(isTagged) ?? found.at(-1);
}

export interface ResultOptions {
  /** The content of the body, as far as the schema of the response allows. */
  readonly known: unknown;
  /** Further members of the body, such as pagination. */
  readonly around?: Readonly<Record<string, unknown>>;
  readonly fill: 'blank' | 'sample';
  /** The seed of generated values: the subject of the response. */
  readonly about: string;
  /** Null: the tag is that of the body. */
  readonly tag?: EntityTag | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a route with a status, made to fit its schema. */
export function resultOf({ route, state }: RouteFacts, status: number, options: ResultOptions): HandlerResult {
  const { known, around, fill, about, tag = null, headers } = options;
  const shape = shapeOf(route, status);
  const text = `${route.id} ${status} ${about}`;
  const body = shape === null ? undefined : state.make(shape, wrap(shape, known, around), fill, text);
  const promises = route.policy.entityTag !== 'none' || declaresHeader(route, status, 'ETag');
  const isTagged = promises && route.method !== 'DELETE';
  const tagged: HandlerHeaders = isTagged ? { ETag: formatEntityTag(tag?.value ?? hashOf(body)) } : {};
  return { status, body, headers: { ...tagged, ...headers } };
}

/** The tag of what a response shows. */
export function tagOfFound(found: FoundRecord | undefined): EntityTag | null {
  return found === undefined ? null : tagOf(found.record);
}

function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
    .slice(0, 22);
}
