/**
 * When a file that takes the place of another one was made: never in the same second, by which `If-Modified-Since` tells
 * them apart.
 */
export function laterSecond(now: Date, previous: Date | null | undefined): Date {
  if (previous == null) return now;
  return new Date(Math.max(now.getTime(), (Math.floor(previous.getTime() / 1000) + 1) * 1000));
}
