import type { RoutePolicy } from './route-policy.ts';

/** The deprecation of an operation: since when, and until when it can be called. */
export interface Deprecation {
  /** ISO date from which it is deprecated, at 00:00 UTC: `2026-11-01`. It may be in the future. */
  readonly since: string;
  /** ISO date of its end, at 00:00 UTC: from then on it fails with `operation_retired`. Absent: no end is planned. */
  readonly sunset?: string;
  /** Address of the migration guide, absolute or relative to the request. */
  readonly link?: string;
  /** Id of the replacement: an operation of the same contract. */
  readonly successor?: string;
}

/** The header fields of each response of a deprecated operation (RFC 9745, RFC 8594, RFC 8288). */
export interface DeprecationFields {
  /** Seconds since the Unix epoch, as a Date of Structured Fields (RFC 9651): `@1793491200`. */
  readonly Deprecation: string;
  /** HTTP-date: `Sat, 01 May 2027 00:00:00 GMT`. */
  readonly Sunset?: string;
  /** `<https://example.com/moving>; rel="deprecation"` */
  readonly Link?: string;
}

/** The header fields of a deprecated operation, without the link to its successor, which depends on the request. */
export function deprecationFields({ since, sunset, link }: Deprecation): DeprecationFields {
  return {
    Deprecation: `@${startOf(since) / 1000}`,
    ...(sunset !== undefined && { Sunset: new Date(startOf(sunset)).toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
  };
}

/**
 * The link to the successor of a deprecated operation; null when its path has a parameter that the request did not
 * send.
 *
 * @param path of the successor, from the root: `/api/v1/lists/:id`.
 * @param params of the request, decoded.
 */
export function successorLink(path: string, params: Readonly<Record<string, string>>): string | null {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as string);
  if (!names.every((name) => Object.hasOwn(params, name))) return null;
  const target = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] as string));
  return `<${target}>; rel="successor-version"`;
}

/** Whether an operation has reached its sunset. @param now milliseconds since the Unix epoch. */
export function isRetired({ deprecated }: Pick<RoutePolicy, 'deprecated'>, now: number): boolean {
  return deprecated?.sunset !== undefined && now >= startOf(deprecated.sunset);
}

/** What is wrong with a deprecation; null if it is valid. */
export function findDeprecationProblem({ since, sunset, link, ...others }: Deprecation): string | null {
  const unknown = Object.keys(others).find((name) => name !== 'successor');
  if (unknown !== undefined) return `deprecated has no property "${unknown}".`;
  for (const [name, date] of Object.entries({ since, sunset })) {
    if (date === undefined && name === 'sunset') continue;
    if (!isDate(date)) return `deprecated.${name} is an ISO date such as 2026-11-01, not "${date}".`;
  }
  if (sunset !== undefined && sunset < since) {
    return `deprecated.sunset (${sunset}) is before deprecated.since (${since}).`;
  }
  if (link !== undefined && !(/^[!#-;=?-~]+$/.test(link) && URL.canParse(link, 'http://localhost'))) {
    return `deprecated.link is an address, not "${link}".`;
  }
  return null;
}

/** @throws TypeError naming an operation whose successor is not in the contract, or is itself. */
export function assertSuccessors(policies: readonly Pick<RoutePolicy, 'operationId' | 'deprecated'>[]): void {
  const ids = new Set(policies.map(({ operationId }) => operationId));
  for (const { operationId, deprecated } of policies) {
    const { successor } = deprecated ?? {};
    if (successor === undefined || (ids.has(successor) && successor !== operationId)) continue;
    throw new TypeError(
      `${operationId}: deprecated.successor "${successor}" is not another operation of the contract.`,
    );
  }
}

/** Milliseconds since the Unix epoch. */
function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Whether the day exists: `Date.parse` reads 2026-02-30 as a day in March. */
function isDate(text: unknown): boolean {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const start = startOf(text);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}
