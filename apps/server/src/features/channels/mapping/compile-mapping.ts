import { limits, type MappingEntry, type MappingSource, type MappingTransform } from '@product-content/contract';
import type { CellValue, RecordColumns } from '../../columns/index.ts';
import { isFilled } from '../../products/index.ts';
import type { ChannelProduct } from './channel-product.ts';
import { type ChannelValue, sizeOf, type TransformWords, transformValue, type WorkLeft } from './transform-value.ts';

/** Values by platform field. Fields without a value are left out. */
export type ChannelValues = Readonly<Record<string, ChannelValue>>;

/** The texts a mapping looks up. */
export interface MappingWords {
  readonly columns: Pick<RecordColumns, 'find'>;
  /** The label of an attribute's option in the channel's language. */
  readonly label: (attribute: string, option: string) => string;
  /** The names on the path from the root to a category. */
  readonly categoryPath: (code: string) => string;
}

/** The result of applying a mapping to a product. */
export interface MappedProduct {
  readonly values: ChannelValues;
  /** Fields left empty because the mapping would process too many characters for one product. */
  readonly tooLong: readonly string[];
}

/** Evaluates the mapping of a channel for a product: a pure function. */
export type ValueMapper = (product: ChannelProduct) => MappedProduct;

/** Resolves the references of a mapping, once for all products. A reference to something deleted has no value. */
export function compileMapping(mapping: readonly MappingEntry[], words: MappingWords): ValueMapper {
  const entries = mapping.map((entry) => ({
    ...entry,
    readers: entry.source.map((source) => compile(source, entry, words)),
  }));
  return (product) => {
    const work: WorkLeft = { characters: limits.mappingCharacters };
    const values: Record<string, ChannelValue> = {};
    const tooLong: string[] = [];
    for (const { target, readers, default: byDefault } of entries) {
      const value = work.characters < 0 ? null : firstOf(readers, product, work);
      if (work.characters < 0) tooLong.push(target);
      else if ((value ?? byDefault) !== undefined) values[target] = (value ?? byDefault) as ChannelValue;
    }
    return { values, tooLong };
  };
}

/** The column key that a source reads; null for a constant. */
export function columnKeyOf(source: MappingSource): string | null {
  if ('value' in source) return null;
  return 'field' in source ? source.field : `attributes.${source.attribute}`;
}

type Reader = (product: ChannelProduct, work: WorkLeft) => ChannelValue | null;

function firstOf(readers: readonly Reader[], product: ChannelProduct, work: WorkLeft): ChannelValue | null {
  for (const read of readers) {
    const value = read(product, work);
    if (value !== null) return value;
  }
  return null;
}

function compile(source: MappingSource, { transform = [] }: MappingEntry, words: MappingWords): Reader {
  const stepWords: TransformWords = {
    label: (option) => words.label('attribute' in source ? source.attribute : '', option),
    categoryPath: words.categoryPath,
  };
  if ('value' in source) {
    const constant = transformValue(source.value, transform, stepWords);
    const size = constant === null ? 0 : sizeOf(constant);
    return (_, work) => {
      work.characters -= size;
      return constant;
    };
  }
  const column = words.columns.find(columnKeyOf(source) as string);
  if (column === undefined) return () => null;
  return (product, work) => transformFilled(toChannelValue(column.read(product)), transform, stepWords, work);
}

function transformFilled(
  value: ChannelValue | null,
  transform: readonly MappingTransform[],
  words: TransformWords,
  work: WorkLeft,
): ChannelValue | null {
  if (value === null) return null;
  work.characters -= sizeOf(value);
  return transformValue(value, transform, words, work);
}

/** Converts a cell to a value of a channel: an image becomes its address. */
function toChannelValue(value: CellValue): ChannelValue | null {
  if (!isFilled(value)) return null;
  if (!Array.isArray(value)) return value as string | number | boolean;
  const list = value as readonly (string | { readonly url?: string })[];
  return list.map((item) => (typeof item === 'string' ? item : (item.url ?? JSON.stringify(item))));
}
