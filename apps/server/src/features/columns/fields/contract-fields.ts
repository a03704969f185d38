import {
  type Price,
  PriceSchema,
  ProductInputSchema,
  ProductSchema,
  TranslationSchema,
} from '@product-content/contract';
import type { z } from 'zod';
import {
  booleanCodec,
  type CellCodec,
  enumCodec,
  numberCodec,
  stringListCodec,
  textCodec,
  trimmedTextCodec,
} from '../cells/cell-codec.ts';

/** A field of the contract that is one column. */
export interface ContractField {
  readonly key: string;
  readonly codec: CellCodec;
  /** True when an input may set it to null. */
  readonly nullable: boolean;
}

/** Parts of a product with special columns, or with one column per attribute, locale or currency. */
const composed: ReadonlySet<string> = new Set([
  ...['parent', 'variantAxes', 'category', 'collections', 'images'],
  ...['prices', 'attributes', 'translations', 'expectedVersion'],
]);

/** Fields that only views add are not part of the product. */
const views: ReadonlySet<string> = new Set(['variants', 'completenessDetails']);

/** Texts in which surrounding white space has no meaning. */
const words: ReadonlySet<string> = new Set(['sku', 'gtin', 'currency']);

/** Units as other systems write them. */
const unitSynonyms: Readonly<Record<string, string>> = {
  ...{ gram: 'g', grams: 'g', gr: 'g', kilogram: 'kg', kilograms: 'kg', kgs: 'kg' },
  ...{ ounce: 'oz', ounces: 'oz', pound: 'lb', pounds: 'lb', lbs: 'lb' },
  ...{ millimeter: 'mm', millimetre: 'mm', centimeter: 'cm', centimetre: 'cm', meter: 'm', metre: 'm' },
  ...{ inch: 'in', inches: 'in', '"': 'in' },
};

/** Product types as shop systems name them. */
const typeSynonyms: Readonly<Record<string, string>> = {
  ...{ configurable: 'parent', variable: 'parent', variation: 'variant' },
  ...{ grouped: 'simple', external: 'simple', virtual: 'simple', downloadable: 'simple', bundle: 'simple' },
  ...{ 'simple, virtual': 'simple', 'simple, downloadable': 'simple', 'simple, downloadable, virtual': 'simple' },
  ...{ 'variation, virtual': 'variant', 'variation, downloadable': 'variant' },
};

/** Names in shop systems for products that are on sale or not. */
const statusSynonyms: Readonly<Record<string, string>> = {
  ...{ active: 'approved', published: 'approved', enabled: 'approved' },
  ...{ inactive: 'draft', unpublished: 'draft', disabled: 'draft' },
};

/** Fields an import can set, in the order of the contract: `sku`, `name`, `units.weight`, `seo.title` … */
export const inputFields: readonly ContractField[] = fieldsOf(ProductInputSchema.shape, '', composed);

/** Computed fields: `version`, `createdAt` … */
export const computedFields: readonly ContractField[] = fieldsOf(
  ProductSchema.shape,
  '',
  new Set([...Object.keys(ProductInputSchema.shape), ...views, 'id']),
);

/** The fields of a translation, without attributes: `name`, `description` … */
export const translatedFields: readonly ContractField[] = fieldsOf(TranslationSchema.shape, '', composed);

/** The fields beside the amount of a price: `compareAt`, `cost`. */
export const priceCompanions = Object.keys(PriceSchema.omit({ amount: true }).shape) as Exclude<
  keyof Price,
  'amount'
>[];

/** The fields of a schema that are one column each; fields of nested objects have dotted keys. */
export function fieldsOf(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  prefix: string,
  without: ReadonlySet<string>,
): ContractField[] {
  return Object.entries(shape).flatMap(([name, schema]): ContractField[] => {
    const key = prefix + name;
    if (without.has(key)) return [];
    const { core, nullable } = unwrap(schema as z.ZodType);
    if (core.type === 'object') return fieldsOf((core as z.ZodObject).shape, `${key}.`, without);
    return [{ key, codec: codecOf(core, key), nullable }];
  });
}

/** Unwraps optional, nullable and transformed schemas, to the type of the input before it is trimmed. */
function unwrap(schema: z.ZodType): { readonly core: z.ZodType; readonly nullable: boolean } {
  if (schema.type === 'optional') return unwrap((schema as z.ZodOptional<z.ZodType>).unwrap());
  if (schema.type === 'nullable') return { ...unwrap((schema as z.ZodNullable<z.ZodType>).unwrap()), nullable: true };
  if (schema.type === 'default') return unwrap((schema as z.ZodDefault<z.ZodType>).unwrap());
  if (schema.type === 'pipe') return unwrap((schema as z.ZodPipe).in as z.ZodType);
  return { core: schema, nullable: false };
}

function synonymsOf(key: string): Readonly<Record<string, string>> {
  if (key.startsWith('units.')) return unitSynonyms;
  if (key === 'type') return typeSynonyms;
  return key === 'status' ? statusSynonyms : {};
}

function codecOf(schema: z.ZodType, key: string): CellCodec {
  switch (schema.type) {
    case 'enum':
      return enumCodec((schema as z.ZodEnum).options.map(String), synonymsOf(key));
    case 'number':
      return numberCodec;
    case 'boolean':
      return booleanCodec;
    case 'string':
      return words.has(key) ? trimmedTextCodec : textCodec;
    case 'array':
      return stringListCodec;
    default:
      throw new TypeError(`The product field "${key}" is a ${schema.type}, which no cell has a codec for.`);
  }
}
