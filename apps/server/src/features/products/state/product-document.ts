import type { EntityTag } from '@contract-kit/http-spec';
import type { AttributeValue, Product } from '@product-content/contract';

/**
 * A product as it is stored and sent: the contract's Product without properties that only views add. Its JSON text is
 * the `document` column, and the same text is used in lists, versions and events.
 */
export type ProductDocument = Omit<Product, 'variants' | 'completenessDetails'>;

/** The JSON text of a document. Keys are in the order of the contract. */
export function renderDocument(document: ProductDocument): string {
  return JSON.stringify(document);
}

export function parseDocument(text: string): ProductDocument {
  return JSON.parse(text) as ProductDocument;
}

/**
 * `{"data": product}` with the details of its completeness, from the two stored texts, without parsing them.
 *
 * @param beside other properties of the body, next to `data`.
 */
export function singleProductJson(
  documentText: string,
  completenessDetailsText: string,
  beside: Readonly<Record<string, unknown>> = {},
): string {
  const more = Object.entries(beside).map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{"data":${documentText.slice(0, -1)},"completenessDetails":${completenessDetailsText}}${more.join('')}}`;
}

/**
 * The strong entity tag of a plain product: it changes exactly when the version does.
 *
 * @param id public id, `prd_…`.
 */
export function productTag(id: string, version: number): EntityTag {
  return { value: `${id}.${version}`, weak: false };
}

/** The value of an attribute. Codes come from callers and may be `constructor`: only own keys count. */
export function attributeValue(
  document: Pick<ProductDocument, 'attributes'>,
  code: string,
): AttributeValue | undefined {
  return Object.hasOwn(document.attributes, code) ? document.attributes[code] : undefined;
}

/** False for an empty value: null, an empty text, an empty list. */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}
