import type { CellOptions, CellValue, TextOptions } from '../column.ts';
import { CellProblem } from './cell-problem.ts';
import { decodeText, encodeText, joinList, splitList } from './cell-text.ts';
import { type DecimalSeparator, formatNumber, isAmbiguous, parseNumber, readingsOf } from './number-text.ts';

/** How one kind of value is written in a cell. */
export interface CellCodec {
  /** True for lists. */
  readonly collects?: boolean;
  /** The text of an empty list, for fields that distinguish it from no list. */
  readonly emptyText?: string;
  /** Converts the stored value to a cell. Default: the value itself. */
  show?(stored: unknown): CellValue;
  /** Converts a non-empty cell to an input, or reports why that is impossible. */
  parse(value: unknown, options: CellOptions): unknown | CellProblem;
  /** The number in the text of a cell, without what may surround it; only for cells that hold one number. */
  numberText?(text: string): string;
  /** True for cells that hold a date. */
  readonly holdsDates?: boolean;
  /** Joins a list with the items of another column. Default: all items of both. */
  join?(items: readonly unknown[], more: readonly unknown[]): readonly unknown[];
}

/** Text unchanged; the field decides whether it is trimmed. */
export const textCodec: CellCodec = {
  parse(value, { typed }) {
    const text = toText(value);
    if (text === null) return new CellProblem('Must be text.');
    return typed ? text : decodeText(text);
  },
};

/** A code, a SKU or a date: surrounding white space has no meaning. */
export const trimmedTextCodec: CellCodec = {
  parse: (value) => toText(value)?.trim() ?? new CellProblem('Must be text.'),
};

/** One of a few words, in any spelling: `In review` is `in_review`. */
export function enumCodec(words: readonly string[], synonyms: Readonly<Record<string, string>> = {}): CellCodec {
  const known = new Map([
    ...Object.entries(synonyms).map(([synonym, word]) => [foldWord(synonym), word] as const),
    ...words.map((word) => [foldWord(word), word] as const),
  ]);
  return {
    parse: (value) =>
      known.get(foldWord(toText(value) ?? '')) ?? new CellProblem(`Must be one of ${words.join(', ')}.`),
  };
}

export const numberCodec: CellCodec = {
  numberText: (text) => text,
  parse(value, { decimalSeparator }) {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string') return new CellProblem('Must be a number.');
    return parseNumber(value, decimalSeparator) ?? new CellProblem(problemOfNumber(value, decimalSeparator));
  },
};

function problemOfNumber(text: string, decimal: DecimalSeparator | undefined): string {
  const readings = readingsOf(text);
  if (isAmbiguous(readings)) {
    return `"${text.trim()}" can be ${readings['.']} or ${readings[',']}: say which decimalSeparator the file has.`;
  }
  if (decimal === undefined || (readings['.'] === null && readings[','] === null)) return 'Must be a number.';
  return `Must be a number with "${decimal}" before its decimals.`;
}

const booleans = new Map<unknown, boolean>([
  ...['true', 'yes', 'y', 'on', '1', 'ja', 'oui', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0', 'nein', 'non', 'falsch', 'faux'].map((word) => [word, false] as const),
]);

export const booleanCodec: CellCodec = {
  parse: (value) => booleans.get(toText(value)?.trim().toLowerCase()) ?? new CellProblem('Must be true or false.'),
};

/** Codes, SKUs, tags or bullets: surrounding white space and empty items have no meaning. */
export const stringListCodec: CellCodec = {
  collects: true,
  parse: (value, options) => toWords(value, options) ?? new CellProblem('Must be a list of texts.'),
};

/** The trimmed items of a list, without empty ones; null when the cell is not a list. */
export function toWords(value: unknown, options: CellOptions): string[] | null {
  return toTexts(value, options)?.flatMap((item) => item.trim() || []) ?? null;
}

function toTexts(value: unknown, { listSeparator }: CellOptions): string[] | null {
  if (!Array.isArray(value)) {
    const text = toText(value);
    return text === null ? null : splitList(text, listSeparator);
  }
  const texts = value.map(toText);
  return texts.every((text) => text !== null) ? texts : null;
}

/** The text of a cell with one value. Spreadsheets turn codes that look like numbers into numbers. */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The text of any cell value. */
export function formatCell(value: CellValue, { listSeparator, decimalSeparator }: TextOptions): string {
  if (value === null) return '';
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'number') return formatNumber(value, decimalSeparator);
  if (typeof value === 'boolean') return String(value);
  return joinList(
    value.map((item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item))),
    listSeparator,
  );
}

function foldWord(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}"]+/gu, '');
}
