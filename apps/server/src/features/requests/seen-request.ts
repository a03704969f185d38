import { splitTarget, toApiError } from '@contract-kit/middleware';
import { limits, type RequestSource } from '@product-content/contract';
import { toStorableText } from '../../storage/index.ts';
import type { RequestLogRow } from './request-log.entity.ts';

/** A finished request that waits to be written: only texts and numbers, so that it keeps nothing else in memory. */
export interface SeenRequest {
  readonly workspaceId: string;
  /** UUID. */
  readonly keyId: string;
  readonly requestId: string;
  readonly source: RequestSource;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly operationId: string | null;
  readonly status: number | null;
  /** Null for a success, or when it is unknown. */
  readonly error: SeenError | null;
  readonly isReplay: boolean;
  /** Milliseconds since the epoch at its end. */
  readonly endedAt: number;
  readonly durationMs: number;
  readonly responseBytes: number | null;
}

/** People look for failures, so the log reserves room for them. */
export const isFailure = ({ status }: Pick<SeenRequest, 'status'>) => status === null || status >= 400;

export interface SeenError {
  readonly code: string;
  /** Fields at fault. */
  readonly fields: readonly string[];
}

/** Maximum length of a stored target, in characters: a client may send any length. */
const maxTargetLength = 4 * limits.loggedRequest.path;
const maxNameLength = 200;

/** The part of an error that is stored: no message, because that may quote a value. */
export function toSeenError(thrown: unknown): SeenError {
  const { code, details } = toApiError(thrown);
  const fields = Object.keys((details as { fieldErrors?: object } | undefined)?.fieldErrors ?? {});
  return { code, fields: fields.slice(0, limits.loggedRequest.errorFields).map((name) => cut(name, maxNameLength)) };
}

export const toSeenTarget = (target: string) => cut(target, maxTargetLength);

/** Copies the beginning: a slice would keep the whole text in memory. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** Names that programs choose. Other text may be a value pasted into the wrong place. */
const parameterName = /^[\w.:[\]-]{1,64}$/;

/** @param id UUID of the entry. */
export function toRow(request: SeenRequest, id: string): RequestLogRow {
  const { workspaceId, keyId, requestId, source, method, target, operationId, status, error } = request;
  const { path, query } = splitTarget(target);
  return {
    ...{ workspaceId, id, requestId, source, method, operationId, status },
    createdAt: new Date(request.endedAt - request.durationMs),
    apiKeyId: keyId,
    path: toStorableText(path.slice(0, limits.loggedRequest.path)),
    queryParameters: query === '' ? [] : parameterNames(query),
    errorCode: error?.code ?? null,
    errorFields: error?.fields.map(toStorableText) ?? [],
    isReplay: request.isReplay,
    durationMs: Math.round(request.durationMs * 10) / 10,
    responseBytes: request.responseBytes,
  };
}

function parameterNames(query: string): string[] {
  const names = new Set(new URLSearchParams(query).keys());
  return [...names].filter((name) => parameterName.test(name)).slice(0, limits.loggedRequest.queryParameters);
}
