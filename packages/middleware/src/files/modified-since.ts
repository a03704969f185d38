/**
 * True when a read may be answered with 304 for its If-Modified-Since (RFC 9110 §13.1.3). Dates of HTTP have whole
 * seconds. A field that is no date is ignored.
 *
 * @example
 * isUnmodifiedSince('Sat, 31 Jan 2026 09:30:00 GMT', new Date('2026-01-31T09:30:00.700Z')); // true
 */
export function isUnmodifiedSince(field: string | undefined, lastModified: Date | undefined): boolean {
  if (field === undefined || lastModified === undefined || !/ GMT$/.test(field)) return false;
  const since = Date.parse(field);
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
