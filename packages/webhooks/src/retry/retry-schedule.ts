const minute = 60;
const hour = 60 * minute;

/**
 * Seconds before each retry: 1 and 5 minutes, half an hour, 2, 6, 12 and 24 hours. With the first attempt, a delivery
 * has eight attempts over about 45 hours.
 */
export const retrySchedule: readonly number[] = [
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** Longest wait a schedule may have: 30 days in seconds. */
export const maxRetryWaitSeconds = 30 * 24 * hour;

/** Maximum number of retries in a schedule. */
export const maxRetries = 100;

/**
 * Reads a schedule from a setting: comma-separated seconds, decimals allowed.
 *
 * @example
 * parseRetrySchedule('0.5, 1, 2'); // [0.5, 1, 2]
 * @throws RangeError naming the entry that is not a number of seconds from 0 to 30 days, or when there are no entries
 * or more than 100.
 */
export function parseRetrySchedule(text: string): number[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > maxRetries) throw new RangeError(`A retry schedule must have at most ${maxRetries} waits.`);
  return entries.map((entry) => {
    const seconds = /^\d+(?:\.\d+)?$/.test(entry) ? Number(entry) : Number.NaN;
    if (seconds <= maxRetryWaitSeconds) return seconds;
    throw new RangeError(
      `A retry schedule is seconds from 0 to ${maxRetryWaitSeconds}, comma separated; ${JSON.stringify(entry)} is not.`,
    );
  });
}
