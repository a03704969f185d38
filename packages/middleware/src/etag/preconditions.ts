import {
  ApiError,
  type EntityTag,
  type EntityTagCondition,
  formatEntityTag,
  matchesStrongly,
  matchesWeakly,
  parseEntityTagCondition,
} from '@contract-kit/http-spec';

/** The preconditions a request carries, parsed. */
export interface Preconditions {
  readonly ifMatch: EntityTagCondition | null;
  readonly ifNoneMatch: EntityTagCondition | null;
}

export const noPreconditions: Preconditions = { ifMatch: null, ifNoneMatch: null };

/**
 * Reads If-Match and If-None-Match (RFC 9110 §13.1).
 *
 * @param options.acceptWeakIfMatch accepts `W/"x"` in If-Match as `"x"`. A proxy that compresses may weaken the tags it
 * forwards, and clients then send the weak form back. RFC 9110 §13.1.1 requires the strong comparison, so enable this
 * only behind such a proxy.
 * @throws ApiError `bad_request` for a malformed field.
 */
export function parsePreconditions(
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
  options: { acceptWeakIfMatch: boolean },
): Preconditions {
  if (ifMatch === undefined && ifNoneMatch === undefined) return noPreconditions;
  const match = ifMatch === undefined ? null : parse('If-Match', ifMatch);
  return {
    ifMatch: options.acceptWeakIfMatch && Array.isArray(match) ? match.map(strengthen) : match,
    ifNoneMatch: ifNoneMatch === undefined ? null : parse('If-None-Match', ifNoneMatch),
  };
}

function parse(name: string, field: string): EntityTagCondition {
  const condition = parseEntityTagCondition(field);
  if (condition === null) {
    throw new ApiError('bad_request', `${name} must be * or a list of quoted entity tags, such as "abc".`);
  }
  return condition;
}

const strengthen = (tag: EntityTag): EntityTag => ({ value: tag.value, weak: false });

/** The result of a lookup: the record's tag, or null without a record. */
export type Existing = { readonly entityTag: EntityTag | null } | null;

/**
 * The outcome of the preconditions of a write, in the order of RFC 9110 §13.2.2: If-Match, then If-None-Match.
 *
 * @throws ApiError `precondition_failed`, with the current tag in the ETag header.
 */
export function assertWritePreconditions({ ifMatch, ifNoneMatch }: Preconditions, existing: Existing): void {
  if (ifMatch !== null && !allowsWrite(ifMatch, existing)) {
    throw preconditionFailed('If-Match does not match the current version.', existing);
  }
  if (ifNoneMatch !== null && existing !== null && forbidsWrite(ifNoneMatch, existing)) {
    throw preconditionFailed('If-None-Match matches: the record already exists.', existing);
  }
}

function allowsWrite(condition: EntityTagCondition, existing: Existing): boolean {
  if (existing === null) return false;
  // An unknown tag is compared by the handler, in its UPDATE.
  return existing.entityTag === null || matchesStrongly(condition, existing.entityTag);
}

function forbidsWrite(condition: EntityTagCondition, existing: NonNullable<Existing>): boolean {
  if (condition === '*') return true;
  return existing.entityTag !== null && matchesWeakly(condition, existing.entityTag);
}

/** True when a read may return 304 (RFC 9110 §13.1.2). */
export function isNotModified({ ifNoneMatch }: Preconditions, entityTag: EntityTag | null): boolean {
  return ifNoneMatch !== null && entityTag !== null && matchesWeakly(ifNoneMatch, entityTag);
}

function preconditionFailed(message: string, existing: Existing): ApiError<'precondition_failed'> {
  const tag = existing?.entityTag ?? null;
  return new ApiError('precondition_failed', message, {
    headers: tag === null ? {} : { ETag: formatEntityTag(tag.value, tag) },
  });
}
