/** Which part of a date comes first in text: the day, the month or the year. */
export type DateOrder = 'day' | 'month' | 'year';

/** The date a text means with the day or the month first, as `2026-01-31`; null when it is not a date. */
export type DateReadings = Readonly<Record<'day' | 'month', string | null>>;

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

/** The midnight time that spreadsheets append. */
const midnight = /[T ]00:00(:00(\.0+)?)?Z?$/;

/**
 * Reads a date with the year last. A day beyond 12 leaves only one reading; so do dots, which are only used in dates
 * that begin with the day.
 *
 * @example
 * readingsOfDate('03/04/2026'); // { day: '2026-04-03', month: '2026-03-04' }
 * readingsOfDate('31/01/2026'); // { day: '2026-01-31', month: null }
 */
export function readingsOfDate(text: string): DateReadings {
  const [, first = '', separator, second = '', year = ''] = yearLast.exec(text.trim().replace(midnight, '')) ?? [];
  return {
    day: toDate(year, second, first),
    month: separator === '.' ? null : toDate(year, first, second),
  };
}

/** True when a text can mean two different dates. */
export function isAmbiguousDate(readings: DateReadings): readings is Readonly<Record<'day' | 'month', string>> {
  return readings.day !== null && readings.month !== null && readings.day !== readings.month;
}

/**
 * Reads a date as people write it. A date with the year first is unambiguous.
 *
 * @param order if undefined, either order is accepted when the text is unambiguous.
 * @returns null when the text is not a date, or can be read as two different ones.
 *
 * @example
 * parseDate('31.1.2026', undefined); // '2026-01-31'
 * parseDate('03/04/2026', 'month'); // '2026-03-04'
 */
export function parseDate(text: string, order: DateOrder | undefined): string | null {
  const [, year = '', , month = '', day = ''] = yearFirst.exec(text.trim().replace(midnight, '')) ?? [];
  if (year !== '') return toDate(year, month, day);
  if (order === 'year') return null;
  const readings = readingsOfDate(text);
  if (order !== undefined) return readings[order];
  return isAmbiguousDate(readings) ? null : (readings.day ?? readings.month);
}

function toDate(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(text);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}
