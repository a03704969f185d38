import type { AttributeType, AttributeValue, AttributeValues, ProductImage } from '@product-content/contract';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';

/** Building blocks of generated products, for custom catalogs. */

/** At most four decimals. */
export const amount = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 10_000);

export const price = fc.record({ amount, compareAt: amount, cost: amount }, { requiredKeys: ['amount'] });

export const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** What a path may consist of (RFC 3986 §3.3): any character, most of them encoded. */
const pathPart = fc.oneof(
  anyText().map(encodeURIComponent),
  fc.string().map(encodeURIComponent),
  fc.constantFrom(...'/$&+,;=:@'),
);

/** Like `fc.webUrl()`, which takes seconds to set up in each process. */
export function webUrl(...schemes: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...schemes), fc.domain(), fc.array(pathPart))
    .map(([scheme, host, path]) => `${scheme}://${host}/${path.join('')}`);
}

/** Images, with addresses that look like lists. */
export function imageWith(
  texts: Readonly<Record<'altText' | 'role', fc.Arbitrary<string>>>,
): fc.Arbitrary<ProductImage> {
  const url = fc.oneof(
    fc.constantFrom('https://a.example/1,https://b', 'https://a.example/x|y.jpg?q="1"'),
    webUrl('https'),
  );
  return fc.record({ url, ...texts }, { requiredKeys: ['url'] });
}

/** An attribute of every type: its code, and whether it has a value in each language. */
export type AnyAttribute = readonly [code: string, type: AttributeType, localizable?: true];

/** @param multiselect the code of the last attribute with options. */
export function attributesOfEveryType(multiselect: string): readonly AnyAttribute[] {
  return [
    ['material', 'text', true],
    ['constructor', 'text'],
    ['care', 'textarea', true],
    ['story', 'richtext'],
    ['pieces', 'integer'],
    ['volume', 'decimal'],
    ['waterproof', 'boolean'],
    ['color', 'select'],
    [multiselect, 'multiselect'],
    ['released', 'date'],
    ['manual', 'url'],
    ['tint', 'color'],
  ];
}

export interface ValueParts {
  readonly text: fc.Arbitrary<string>;
  /** Rich text; default: like `text`. */
  readonly formatted?: fc.Arbitrary<string>;
  /** Codes of the options of attributes with options. */
  readonly options: readonly string[];
  /** Minimum number of chosen options. Default 0. */
  readonly minChosen?: number;
}

/** Generates values of some attributes, by code. */
export function valuesWith({ text, formatted = text, options, minChosen = 0 }: ValueParts) {
  const byType: Record<AttributeType, fc.Arbitrary<AttributeValue>> = {
    text,
    textarea: text,
    richtext: formatted,
    integer: fc.maxSafeInteger(),
    decimal: amount,
    boolean: fc.boolean(),
    select: fc.constantFrom(...options),
    multiselect: fc.uniqueArray(fc.constantFrom(...options), { minLength: minChosen }),
    date: fc.constantFrom('2024-02-29', '1999-12-31'),
    url: webUrl('http', 'https'),
    color: fc.constantFrom('#00ff7F', '#000000'),
  };
  return (chosen: readonly AnyAttribute[]): fc.Arbitrary<AttributeValues> =>
    fc.record(Object.fromEntries(chosen.map(([code, type]) => [code, byType[type]])), {
      requiredKeys: [],
    }) as fc.Arbitrary<AttributeValues>;
}
