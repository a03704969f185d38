import { z } from 'zod';
import { GtinSchema } from '../../values/gtin.ts';
import { CategoryRefSchema, CodeSchema, CollectionRefSchema, RefSchema } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { AmountSchema, MeasureSchema } from '../../values/numbers.ts';
import { formattedText, plainText, plainTextSet, plainTexts } from '../../values/text.ts';
import { AttributeValueSchema, AttributeValuesSchema } from '../catalog/attribute-value.schema.ts';
import {
  AssociationsInputSchema,
  AssociationsSchema,
  ImageInputSchema,
  PriceInputSchema,
  PriceSchema,
  ProductImageSchema,
  SeoInputSchema,
  SeoSchema,
  UnitsInputSchema,
  UnitsSchema,
} from './product-parts.schema.ts';

/** One field of a product: its input, its output, and its behavior. */
export interface ProductField {
  /** The value in requests. A field with a {@link blank} value also accepts null, which stands for it. */
  readonly input: z.ZodType;
  /** The value in responses; or null, if that is the blank value. */
  readonly output: z.ZodType;
  /**
   * The value of a new product, and after a PUT without the field. Absent if a product always has a value, from a
   * default of the workspace.
   */
  readonly blank?: unknown;
  /** The meaning of the field, for the documents generated from the contract. */
  readonly description?: string;
  /** The meaning in requests, if it differs. */
  readonly inputDescription?: string;
  /** The value in the example of a product; the blank one unless set. */
  readonly example?: unknown;
  /** True when a product needs it to be complete. */
  readonly required?: true;
  /** True when each locale can have a separate value. */
  readonly translated?: true;
  /** True when `q` searches it. */
  readonly searched?: true;
  /**
   * How variants inherit it in channels: this field `alone`, or `together` with the others of this kind and their
   * units, so that the measures of two products are never mixed.
   */
  readonly inherited?: 'alone' | 'together';
}

type Fields = Readonly<Record<string, ProductField>>;
type Translated<F extends Fields> = {
  [Name in keyof F as F[Name] extends { translated: true } ? Name : never]: F[Name];
};
type Shape<F extends Fields, Of extends 'input' | 'output'> = { -readonly [Name in keyof F]: SchemaOf<F[Name], Of> };
type SchemaOf<Field extends ProductField, Of extends 'input' | 'output'> = Of extends 'input'
  ? z.ZodOptional<Field extends { blank: unknown } ? z.ZodNullable<Field['input']> : Field['input']>
  : Field extends { blank: null }
    ? z.ZodNullable<Field['output']>
    : Field['output'];

const text = (maxLength: number) => ({ input: plainText(maxLength), output: z.string(), blank: null });
const longText = (maxLength: number) => ({ input: formattedText(maxLength), output: z.string(), blank: null });
const measure = { input: MeasureSchema, output: MeasureSchema, blank: null, inherited: 'together' } as const;

const attributesInput = z
  .record(z.string(), AttributeValueSchema.nullable())
  .meta({ description: 'Values by attribute code; null removes a value.' });

const texts = {
  name: {
    ...text(500),
    description: 'Null only on a variant that inherits its name.',
    inputDescription: 'Its name.',
    example: 'Blue mug',
    required: true,
    translated: true,
    searched: true,
    inherited: 'alone',
  },
  description: {
    ...longText(65_535),
    description: 'Formatted text.',
    example: 'A stoneware mug, 300 ml.',
    required: true,
    translated: true,
    inherited: 'alone',
  },
  shortDescription: {
    ...longText(2_000),
    description: 'Formatted text for lists and previews.',
    translated: true,
    inherited: 'alone',
  },
  bullets: {
    input: plainTexts({ maxItems: 20, maxLength: 500 }),
    output: z.array(z.string()),
    blank: [],
    description: 'Selling points, in their order.',
    example: ['Dishwasher safe'],
    translated: true,
    inherited: 'alone',
  },
  tags: {
    input: plainTextSet({ maxItems: 100, maxLength: 100 }),
    output: z.array(z.string()),
    blank: [],
    description: 'Words to find it by.',
    example: ['new'],
    inherited: 'alone',
  },
  brand: {
    ...text(200),
    description: 'The brand it is sold under.',
    example: 'Kiln',
    searched: true,
    inherited: 'alone',
  },
  manufacturer: { ...text(200), description: 'Its manufacturer.', inherited: 'alone' },
  mpn: { ...text(70), description: 'Part number of the manufacturer.', searched: true },
  gtin: {
    input: GtinSchema,
    output: z.string(),
    blank: null,
    description: 'GTIN-8, -12, -13 or -14 with its check digit.',
    example: '4006381333931',
    searched: true,
  },
} as const satisfies Fields;

const translated = Object.entries(texts).filter(([, field]) => 'translated' in field);

/** The content of a product in one locale. */
export const TranslationSchema = z
  .object({
    ...(Object.fromEntries(
      translated.map(([name, field]) => [name, describe(field.output.optional(), meaningOf(field))]),
    ) as {
      [Name in keyof Translated<typeof texts>]: z.ZodOptional<(typeof texts)[Name]['output']>;
    }),
    attributes: z.record(CodeSchema, AttributeValueSchema).optional().describe('Localizable attributes only.'),
  })
  .meta({ id: 'Translation', description: 'Content of a product in one language.' });

const TranslationInputSchema = z
  .strictObject({
    ...(Object.fromEntries(
      translated.map(([name, field]) => [name, describe(field.input.nullable().optional(), meaningOf(field))]),
    ) as Shape<Translated<typeof texts>, 'input'>),
    attributes: attributesInput.optional(),
  })
  .meta({ id: 'TranslationInput', description: 'An empty string or null clears a field.' });

/**
 * The fields of a product, in the order of its JSON. Identity and state (SKU, type, parent, status …) are not included,
 * because they have separate rules. Requests, responses, merging, restoring, completeness, translations and the columns
 * of files are derived from this list.
 */
export const productFields = {
  ...texts,
  category: {
    input: RefSchema,
    output: CategoryRefSchema,
    blank: null,
    description: 'Its category; null for none.',
    inputDescription: 'Id or code of a category.',
    example: { id: 'cat_01k9f2v6m8e5fa1s3tqzc7d4xa', code: 'mugs' },
    required: true,
    inherited: 'alone',
  },
  collections: {
    input: z.array(RefSchema).max(100),
    output: z.array(CollectionRefSchema),
    blank: [],
    description: 'The collections it is in.',
    inputDescription: 'Ids or codes of collections.',
    example: [{ id: 'col_01k9f2v6m8e5fa1s3tqzc7d4xb', code: 'summer' }],
  },
  currency: {
    input: CurrencySchema,
    output: CurrencySchema,
    inputDescription: 'ISO 4217 code of one of the currencies of the workspace.',
    example: 'EUR',
  },
  price: {
    input: AmountSchema,
    output: AmountSchema,
    blank: null,
    description: '`prices[currency].amount`.',
    inputDescription: 'Sets `prices[currency].amount`, and nothing else.',
    example: 12.5,
    required: true,
  },
  prices: {
    input: z.record(CurrencySchema, PriceInputSchema),
    output: z.record(CurrencySchema, PriceSchema),
    blank: {},
    description: 'Prices by currency.',
    inputDescription: 'By currency; each is one of the workspace.',
    example: { EUR: { amount: 12.5 }, USD: { amount: 13.9, compareAt: 15 } },
  },
  units: { input: UnitsInputSchema, output: UnitsSchema, example: { weight: 'g', dimension: 'cm' } },
  weight: { ...measure, description: 'In `units.weight`.', example: 320 },
  length: { ...measure, description: 'In `units.dimension`.' },
  width: { ...measure, description: 'In `units.dimension`.' },
  height: { ...measure, description: 'In `units.dimension`.', example: 9.5 },
  stock: { input: z.int32(), output: z.int(), blank: null, description: 'Units in stock.', example: 42 },
  images: {
    input: z.array(ImageInputSchema).max(50),
    output: z.array(ProductImageSchema),
    blank: [],
    description: 'In their order; the first one is the main image.',
    inputDescription: 'The whole list, in its order; the first one is the main image.',
    example: [{ url: 'https://images.example.com/mug-blue.jpg', altText: 'Blue mug' }],
    required: true,
    inherited: 'alone',
  },
  attributes: {
    input: attributesInput,
    output: AttributeValuesSchema,
    blank: {},
    example: { color: 'blue', dishwasherSafe: true },
  },
  translations: {
    input: z.record(LocaleSchema, TranslationInputSchema.nullable()),
    output: z.record(LocaleSchema, TranslationSchema),
    blank: {},
    description: 'Content in the other languages, by locale.',
    inputDescription: 'Content in the other languages, by locale; null removes one.',
    example: { de: { name: 'Blaue Tasse' } },
  },
  seo: {
    input: SeoInputSchema,
    output: SeoSchema,
    blank: { title: null, description: null, slug: null },
    example: { title: null, description: null, slug: 'blue-mug' },
  },
  associations: {
    input: AssociationsInputSchema,
    output: AssociationsSchema,
    blank: {},
    example: { upsell: ['TEAPOT'] },
  },
} as const satisfies Fields;

export type ProductFields = typeof productFields;
export type ProductFieldName = keyof ProductFields;

/** The fields in requests: each may be left out, and null stands for the blank value. */
export const productFieldInputs = mapFields((field) => {
  const { input } = field;
  return describe(('blank' in field ? input.nullable() : input).optional(), meaningOf(field));
}) as Shape<ProductFields, 'input'>;

/** The fields in responses. */
export const productFieldOutputs = mapFields((field) => {
  const { output, description } = field;
  return describe(field.blank === null ? output.nullable() : output, description);
}) as Shape<ProductFields, 'output'>;

/** The fields of the example product. */
export const productFieldExamples = mapFields(({ example, blank }) => example ?? blank);

/** The names of the fields with a property, in the order of a product's JSON. */
export function productFieldsWith<Key extends keyof ProductField>(key: Key) {
  return Object.keys(productFields).filter((name) => key in productFields[name as ProductFieldName]) as {
    [Name in ProductFieldName]: ProductFields[Name] extends Readonly<Record<Key, unknown>> ? Name : never;
  }[ProductFieldName][];
}

function mapFields<T>(map: (field: ProductField) => T): Record<ProductFieldName, T> {
  const entries = Object.entries(productFields).map(([name, field]) => [name, map(field)]);
  return Object.fromEntries(entries) as Record<ProductFieldName, T>;
}

function meaningOf({ description, inputDescription = description }: ProductField): string | undefined {
  return inputDescription;
}

function describe(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.describe(description);
}

export type Translation = z.output<typeof TranslationSchema>;
