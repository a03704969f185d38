import { headerNames, linkTargetOf } from '@contract-kit/http-spec';

/** A deprecated operation was called: its response said so (RFC 9745). */
export interface DeprecationNotice {
  /** `todos.list` */
  readonly operationId: string;
  /** The date it is deprecated from; it may be in the future. */
  readonly since: Date;
  /** The date it fails from (RFC 8594); null: no end is planned. */
  readonly sunset: Date | null;
  /** The address of the migration guide; null if the response names none. */
  readonly link: string | null;
  /** The address of the successor; null if the response names none. */
  readonly successor: string | null;
}

/** The deprecation of an operation as its response states it; null without one. */
export function readDeprecation(operationId: string, headers: Headers): DeprecationNotice | null {
  const [, seconds] = /^@(-?\d+)$/.exec(headers.get(headerNames.deprecation)?.trim() ?? '') ?? [];
  if (seconds === undefined) return null;
  const sunset = Date.parse(headers.get(headerNames.sunset) ?? '');
  const links = headers.get(headerNames.link);
  return {
    operationId,
    since: new Date(Number(seconds) * 1000),
    sunset: Number.isNaN(sunset) ? null : new Date(sunset),
    link: linkTargetOf(links, 'deprecation'),
    successor: linkTargetOf(links, 'successor-version'),
  };
}

/** Writes a notice to the console as a warning. */
export function warnOfDeprecation({ operationId, since, sunset, link, successor }: DeprecationNotice): void {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const parts = [
    `${operationId} is deprecated from ${dayOf(since)} on`,
    sunset && `it ends on ${dayOf(sunset)}`,
    successor && `it is replaced by ${successor}`,
    link && `see ${link}`,
  ];
  // biome-ignore lint/suspicious/noConsole: a program without hooks reads no other output.
  console.warn(`${parts.filter(Boolean).join('; ')}.`);
}
