import { headerNames, linkTargetOf } from '@contract-kit/http-spec';

/** A deprecated operation was called: its response said so (RFC 9745). */
export interface DeprecationNotice {
  /** `todos.list` */
  readonly operationId: string;
  /** From when; it may be ahead. */
  readonly since: Date;
  /** From when it fails (RFC 8594); null: no end is planned. */
  readonly sunset: Date | null;
  /** Where to read how to move on; null where the response does not say. */
  readonly link: string | null;
  /** The address of what replaces it; null where the response does not say. */
  readonly successor: string | null;
}

/** What a response says of its operation's deprecation; null when it says nothing. */
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
  // biome-ignore lint/suspicious/noConsole: the one place a program without hooks looks at.
  console.warn(`${parts.filter(Boolean).join('; ')}.`);
}
