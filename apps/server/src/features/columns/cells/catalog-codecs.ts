import type { AttributeType } from '@product-content/contract';
import type { AttributeDefinition, CatalogSnapshot } from '../../catalog/index.ts';
import {
  booleanCodec,
  type CellCodec,
  numberCodec,
  textCodec,
  toText,
  toWords,
  trimmedTextCodec,
} from './cell-codec.ts';
import { CellProblem, type MissingRecord } from './cell-problem.ts';
import { findByDerivedCode, foldName, toCode, toRecordName } from './code-of-name.ts';
import { isAmbiguousDate, parseDate, readingsOfDate } from './date-text.ts';

/** The codec for the values of an attribute, by its type. */
export function attributeCodec(definition: AttributeDefinition): CellCodec {
  return codecs[definition.type](definition);
}

const codecs: Record<AttributeType, (definition: AttributeDefinition) => CellCodec> = {
  text: () => textCodec,
  textarea: () => textCodec,
  richtext: () => textCodec,
  integer: () => numberCodec,
  decimal: () => numberCodec,
  boolean: () => booleanCodec,
  select: optionCodec,
  multiselect: optionsCodec,
  date: () => dateCodec,
  url: () => trimmedTextCodec,
  color: () => trimmedTextCodec,
};

const dateCodec: CellCodec = {
  holdsDates: true,
  parse(value, { dateOrder }) {
    const text = toText(value)?.trim();
    const date = text === undefined ? null : parseDate(text, dateOrder);
    if (date !== null) return date;
    const readings = readingsOfDate(text ?? '');
    if (dateOrder === undefined && isAmbiguousDate(readings)) {
      return new CellProblem(
        `"${text}" can be ${readings.day} or ${readings.month}: say which dateFormat the file has.`,
      );
    }
    const first = dateOrder === undefined || dateOrder === 'year' ? '' : `, or a date with the ${dateOrder} first`;
    return new CellProblem(`Must be a date such as 2026-01-31${first}.`);
  },
};

/** An option by its code, otherwise by a label. */
function optionCodec(definition: AttributeDefinition): CellCodec {
  const find = optionFinder(definition);
  return {
    parse(value) {
      const name = toText(value)?.trim();
      if (name === undefined) return new CellProblem('Must be an option code.');
      return find(name) ?? unknownOptions(definition, [name]);
    },
  };
}

const emptyList = '[]';

function optionsCodec(definition: AttributeDefinition): CellCodec {
  const find = optionFinder(definition);
  return {
    collects: true,
    emptyText: emptyList,
    parse(value, options) {
      if (value === emptyList) return [];
      const names = toWords(value, options);
      if (names === null) return new CellProblem('Must be a list of option codes.');
      const codes = names.map(find);
      const unknown = names.filter((_, index) => codes[index] === undefined);
      return unknown.length === 0 ? [...new Set(codes)] : unknownOptions(definition, unknown);
    },
  };
}

function optionFinder({ options, optionCodes }: AttributeDefinition): (name: string) => string | undefined {
  const byCode = (code: string) => {
    const option = optionCodes.has(code) ? options.find((other) => other.code === code) : undefined;
    return option && { code, name: option.label };
  };
  let byLabel: Map<string, string> | null = null;
  return (name) => {
    if (optionCodes.has(name)) return name;
    byLabel ??= new Map(
      options
        .toReversed()
        .flatMap(({ code, label, labels }) =>
          [...Object.values(labels), label].map((text) => [foldName(text), code] as const),
        ),
    );
    return byLabel.get(foldName(name)) ?? findByDerivedCode(name, byCode)?.code;
  };
}

/** The most new records that one cell may name: a product has few of each. */
const newRecords = 100;

function unknownOptions({ code: attribute }: AttributeDefinition, names: readonly string[]): CellProblem {
  const what = `"${names[0]?.slice(0, 100)}" is not an option of the attribute "${attribute}"`;
  return new CellProblem(`${what}; createMissing.options creates it.`, {
    missing: missingOf(names, (named) => ({ kind: 'option', attribute, ...named })),
  });
}

/** Creates records for names; none at all when there are too many, or no code can be derived from one of them. */
function missingOf(
  names: readonly string[],
  toRecord: (named: Pick<MissingRecord, 'name' | 'code' | 'identity'>) => MissingRecord,
): MissingRecord[] {
  if (names.length > newRecords) return [];
  const codes = names.map(toCode);
  return names.flatMap((name, index) => {
    const code = codes.includes(null) ? null : (codes[index] ?? null);
    return code === null ? [] : [toRecord({ name: toRecordName(name), code, identity: foldName(name) })];
  });
}

/** The attributes that distinguish variants, by code or label. */
export function axesCodec(catalog: CatalogSnapshot): CellCodec {
  let byName: Map<string, string> | null = null;
  const find = (name: string): string | undefined => {
    if (catalog.attribute(name) !== undefined) return name;
    byName ??= new Map(
      [...catalog.attributes()].reverse().flatMap(({ code, label }) => [
        [foldName(code), code],
        [foldName(label), code],
      ]),
    );
    return byName.get(foldName(name)) ?? findByDerivedCode(name, byLabel)?.code;
  };
  const byLabel = (code: string) => {
    const attribute = catalog.attribute(code);
    return attribute && { code, name: attribute.label };
  };
  return {
    collects: true,
    parse(value, options) {
      const names = toWords(value, options);
      if (names === null) return new CellProblem('Must be a list of attribute codes.');
      const codes = names.map(find);
      const unknown = names.filter((_, index) => codes[index] === undefined);
      if (unknown.length === 0) return [...new Set(codes)];
      const what = `No attribute "${unknown[0]?.slice(0, 100)}" exists`;
      const kind = { kind: 'attribute', type: 'text', isAxis: true, isNamedInCell: true } as const;
      return new CellProblem(`${what}; createMissing.attributes creates it.`, {
        missing: missingOf(unknown, (named) => ({ ...kind, ...named })),
      });
    },
  };
}

/** Collections by id, code or name. */
export function collectionsCodec(catalog: CatalogSnapshot): CellCodec {
  let byName: Map<string, string> | null = null;
  const find = (name: string): string | undefined => {
    const known = catalog.collection(name)?.code;
    if (known !== undefined) return known;
    byName ??= new Map([...catalog.collections()].reverse().map(({ code, name }) => [foldName(name), code]));
    return byName.get(foldName(name)) ?? findByDerivedCode(name, catalog.collection)?.code;
  };
  return {
    collects: true,
    show: (stored) => (stored as readonly unknown[]).map((reference) => String(codeOf(reference))),
    parse(value, options) {
      const list = Array.isArray(value) ? value.map(toReference) : toWords(value, options);
      if (list === null || list.some((name) => name === null)) {
        return new CellProblem('Must be the codes, names or ids of collections.');
      }
      const names = list.flatMap((name) => name || []);
      const codes = names.map(find);
      const unknown = names.filter((_, index) => codes[index] === undefined);
      if (unknown.length === 0) return [...new Set(codes)];
      const what = `No collection "${unknown[0]?.slice(0, 100)}" exists`;
      return new CellProblem(`${what}; createMissing.collections creates it.`, {
        missing: missingOf(unknown, (named) => ({ kind: 'collection', ...named })),
      });
    },
  };
}

/** A product by SKU or id. */
export const parentCodec: CellCodec = {
  show: (stored) => (stored === null ? null : (stored as { readonly sku: string }).sku),
  parse: (value) => toReference(value) ?? new CellProblem('Must be the SKU or id of a product.'),
};

/** A reference given as text, or as the object that the API returns. */
export function toReference(value: unknown): string | null {
  const text = toText(value)?.trim();
  if (text !== undefined) return text;
  if (typeof value !== 'object' || value === null) return null;
  const { code, sku } = value as Readonly<Record<string, unknown>>;
  return toText(code) ?? toText(sku);
}

export function codeOf(stored: unknown): string | null {
  return stored === null ? null : (stored as { readonly code: string }).code;
}
