import type { AttributeOption } from '@product-content/contract';
import { booleanCodec, type CellCodec, numberCodec, textCodec, toText } from './cell-codec.ts';
import { CellProblem } from './cell-problem.ts';
import { decodeText, splitList } from './cell-text.ts';

/** The minimum or maximum of an attribute: a number, or a date. */
export const boundCodec: CellCodec = {
  parse(value, options) {
    const text = toText(value)?.trim() ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : numberCodec.parse(value, options);
  },
};

/** A value of an attribute whose type is in another cell: as JSON, or as text. */
export const defaultValueCodec: CellCodec = {
  parse(value, { typed }) {
    if (Array.isArray(value)) return value;
    if (typeof value !== 'string') return toText(value) === null ? new CellProblem('Must be a value.') : value;
    return typed ? value : decodeText(value);
  },
};

/**
 * Options of an attribute: the code alone, or a JSON object for an option with more properties, such as
 * `{"code":"red","label":"Red","labels":{"de":"Rot"}}`.
 */
export const optionListCodec: CellCodec = {
  collects: true,
  show: (stored) => (stored as readonly AttributeOption[]).map(showOption) as readonly string[] | readonly object[],
  parse(value, { listSeparator }) {
    const items: readonly unknown[] = Array.isArray(value) ? value : splitList(toText(value) ?? '', listSeparator);
    const options = items.map(toOption);
    return options.find((option) => option instanceof CellProblem) ?? options;
  },
};

function showOption({ code, label, labels, position }: AttributeOption, index: number): string | object {
  const more = {
    ...(label !== code && { label }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(position !== index && { position }),
  };
  return Object.keys(more).length === 0 ? code : { code, ...more };
}

function toOption(item: unknown): unknown {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  const text = toText(item)?.trim() ?? '';
  if (!text.startsWith('{')) return { code: text };
  try {
    return JSON.parse(text);
  } catch {
    return new CellProblem('An option must be a code or a JSON object with one.');
  }
}

/** Parses the default value for an attribute type; a value that does not match the type stays text. */
export function parseDefaultValue(type: unknown, text: string, listSeparator: string): unknown {
  if (type === 'multiselect') return splitList(text, listSeparator);
  const codec = type === 'boolean' ? booleanCodec : type === 'integer' || type === 'decimal' ? numberCodec : textCodec;
  const value = codec.parse(text, { typed: true, listSeparator, decimalSeparator: '.' });
  return value instanceof CellProblem ? text : value;
}
