/** A span of time in equal intervals, until now. */
export interface Span {
  readonly intervals: number;
  /** Milliseconds of one. */
  readonly length: number;
}

export const hourMs = 3_600_000;

/** Where a span begins that ends with the current interval. */
export function startOf({ intervals, length }: Span, now: Date): Date {
  return new Date((Math.floor(now.getTime() / length) - intervals + 1) * length);
}

/** How many of the instants are in each interval, oldest first. Those before the span are not counted. */
export function countByInterval(instants: readonly string[], span: Span, now: Date): readonly number[] {
  const start = startOf(span, now).getTime();
  const counts = Array.from({ length: span.intervals }, () => 0);
  for (const instant of instants) {
    const interval = Math.floor((new Date(instant).getTime() - start) / span.length);
    if (interval >= 0 && interval < counts.length) counts[interval] = (counts[interval] ?? 0) + 1;
  }
  return counts;
}
