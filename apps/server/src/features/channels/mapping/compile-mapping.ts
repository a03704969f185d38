import type { MappingEntry, MappingSource, MappingTransform } from '@product-content/contract';
import type { CellValue, ProductColumns } from '../../columns/index.ts';
import type { ChannelProduct } from './channel-product.ts';
import { isFilled } from './inherit-content.ts';
import { type ChannelValue, type TransformWords, transformValue } from './transform-value.ts';

/** Values by field of the platform. Fields without a value are left out. */
export type ChannelValues = Readonly<Record<string, ChannelValue>>;

/** What a mapping is read with. */
export interface MappingWords {
  readonly columns: Pick<ProductColumns, 'find'>;
  /** What an option of an attribute is called in the channel's language. */
  readonly label: (attribute: string, option: string) => string;
  /** The names of a category and those above it, from the root. */
  readonly categoryPath: (code: string) => string;
}

/** Evaluates the mapping of a channel for a product: a pure function. */
export type ValueMapper = (product: ChannelProduct) => ChannelValues;

/** Finds what a mapping refers to, once for all products. What does not exist any more has no value. */
export function compileMapping(mapping: readonly MappingEntry[], words: MappingWords): ValueMapper {
  const entries = mapping.map((entry) => ({
    ...entry,
    readers: entry.source.map((source) => compile(source, entry, words)),
  }));
  return (product) => {
    const values: Record<string, ChannelValue> = {};
    for (const { target, readers, default: byDefault } of entries) {
      const value = firstOf(readers, product) ?? byDefault;
      if (value !== undefined) values[target] = value;
    }
    return values;
  };
}

/** The column key a source reads; null for a constant. */
export function columnKeyOf(source: MappingSource): string | null {
  if ('value' in source) return null;
  return 'field' in source ? source.field : `attributes.${source.attribute}`;
}

type Reader = (product: ChannelProduct) => ChannelValue | null;

function firstOf(readers: readonly Reader[], product: ChannelProduct): ChannelValue | null {
  for (const read of readers) {
    const value = read(product);
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
    return () => constant;
  }
  const column = words.columns.find(columnKeyOf(source) as string);
  if (column === undefined) return () => null;
  return (product) => transformFilled(toChannelValue(column.read(product)), transform, stepWords);
}

function transformFilled(
  value: ChannelValue | null,
  transform: readonly MappingTransform[],
  words: TransformWords,
): ChannelValue | null {
  return value === null ? null : transformValue(value, transform, words);
}

/** Cells as values of a channel: an image is its address. */
function toChannelValue(value: CellValue): ChannelValue | null {
  if (!isFilled(value)) return null;
  if (!Array.isArray(value)) return value as string | number | boolean;
  const list = value as readonly (string | { readonly url?: string })[];
  return list.map((item) => (typeof item === 'string' ? item : (item.url ?? JSON.stringify(item))));
}
