import { limits } from '@product-content/contract';
import { TableFileError } from '../../table-error.ts';
import type { ZipFile } from '../zip-file.ts';
import { readWholePart } from './read-part.ts';

/** The meaning of a number in a cell, as far as its format shows. `zeros`: shown with at least that many digits. */
export type NumberMeaning =
  | { readonly kind: 'number' }
  | { readonly kind: 'date' }
  | { readonly kind: 'digits'; readonly zeros: number };

const number: NumberMeaning = { kind: 'number' };
const date: NumberMeaning = { kind: 'date' };

/** The numbers of the built-in formats for dates and times (ECMA-376 §18.8.30, including East Asian ones). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

const { cellStyles: maxStyles } = limits.tableFile;

/** Excel's limit; longer codes are not parsed. */
const maxCodeLength = 255;

/** The meaning of numbers in each cell style, by the style's index. */
export async function readNumberMeanings(zip: ZipFile, part: string | null): Promise<readonly NumberMeaning[]> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let inCells = false;
  if (part === null) return [];
  await readWholePart(zip, part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined && formatCode.length <= maxCodeLength) {
        codes.set(Number(numFmtId), formatCode);
      }
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) styles.push(Number(numFmtId ?? 0));
      if (Math.max(styles.length, codes.size) > maxStyles) {
        throw new TableFileError(`The workbook has more than ${maxStyles} cell styles.`);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  const meanings = new Map([...codes].map(([id, code]) => [id, meaningOf(code)]));
  return styles.map((id) => meanings.get(id) ?? (isBuiltInDate(id) ? date : number));
}

/**
 * What a format code shows: a date when it has date letters outside of quotes, brackets and escapes; digits when it
 * consists of zeros, as for codes with leading zeros.
 */
export function meaningOf(code: string): NumberMeaning {
  if (/^0{2,}$/.test(code)) return { kind: 'digits', zeros: code.length };
  const [positive = ''] = code.replace(/"[^"]*"?|\\.|_.|\*./g, '').split(';');
  const shown = positive.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(shown) && !/general/i.test(shown) ? date : number;
}

/** Spreadsheets show 15 digits and store more: the result of 1+0.14 is stored as 1.1400000000000001. */
export function toShownNumber(exact: number): number {
  return Number(exact.toPrecision(15));
}

const dayMs = 86_400_000;

/**
 * Converts a serial number of days to ISO 8601 without a time zone: `2026-01-31`, `2026-01-31T09:30:00`, or `09:30:00`
 * without a day. Null for a date outside the range of spreadsheets.
 */
export function toIsoDate(serial: number, from1904: boolean): string | null {
  if (!(serial >= 0) || serial >= 2_958_466) return null;
  const ms = Math.round(serial * dayMs);
  // Spreadsheets count a 29 February 1900, which did not exist; earlier days are off by one.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const at = epoch + ms;
  const [day, time = ''] = isoOf(at).split('T');
  const clock = time.replace(/(\.000)?Z$/, '');
  if (ms < dayMs && !from1904 && ms > 0) return clock;
  return clock === '00:00:00' ? (day as string) : `${day}T${clock}`;
}

const isoOf = (time: number): string => new Date(time).toISOString();
