const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** The three forms of RFC 9110 §5.6.7: IMF-fixdate, and the two obsolete ones a recipient must accept. */
const forms = [
  new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`),
  new RegExp(String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`),
  new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];

/**
 * Reads a Retry-After value (RFC 9110 §10.2.3): seconds, or an HTTP date.
 *
 * @param nowSeconds Unix seconds the date is compared with.
 * @returns seconds from now, 0 for a date in the past; null when the value is absent or malformed.
 */
export function parseRetryAfterSeconds(value: string | null | undefined, nowSeconds: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = parseHttpDate(text, nowSeconds);
  return date === null ? null : Math.max(0, date - nowSeconds);
}

function parseHttpDate(text: string, nowSeconds: number): number | null {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return null;
  const { year = '', month: name = '', day, hour, minute, second } = groups;
  const [h, m, s] = [hour, minute, second].map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(
    year.length === 2 ? fullYear(Number(year), nowSeconds) : Number(year),
    months.indexOf(name),
    Number(day),
  );
  // 31 June was read as 1 July.
  if (date.getUTCDate() !== Number(day)) return null;
  // A second of 60 is a leap second: the next minute.
  return h <= 23 && m <= 59 && s <= 60 ? date.setUTCHours(h, m, s) / 1000 : null;
}

/**
 * A two-digit year more than 50 years in the future is the most recent past year with these digits (RFC 9110 §5.6.7).
 */
function fullYear(digits: number, nowSeconds: number): number {
  const current = new Date(nowSeconds * 1000).getUTCFullYear();
  const year = current - (current % 100) + digits;
  return year > current + 50 ? year - 100 : year;
}
