import { type ProductInput, productFields, productFieldsWith } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { ProductDocument } from '../state/product-document.ts';
import { mergeImages } from './merge-images.ts';
import { mergePrices, type PricePatches } from './merge-prices.ts';
import type { MergeScope } from './merge-scope.ts';
import { mergeAttributes, mergeTranslations } from './merge-values.ts';

/** The fields that a product may lack; the others have a default of the workspace. */
const contentFields = productFieldsWith('blank');
export type ContentField = (typeof contentFields)[number];

/** The content of a product, without its identity and state. */
export type ProductContent = Pick<ProductDocument, ContentField>;

/** The content of a new product without input; also what PUT gives to omitted fields. */
export const blankContent = Object.freeze(pickFields((field) => productFields[field].blank));

/** The content of a document, without what else it holds. */
export function contentOf(source: ProductContent): ProductContent {
  return pickFields((field) => source[field]);
}

function pickFields(pick: (field: ContentField) => unknown): ProductContent {
  const picked: Record<string, unknown> = {};
  for (const field of contentFields) picked[field] = pick(field);
  return picked as ProductContent;
}

type Sent<Field extends ContentField> = NonNullable<ProductInput[Field]>;
type Merge<Field extends ContentField> = (
  sent: Sent<Field>,
  before: ProductContent[Field],
  scope: MergeScope,
) => ProductContent[Field];

/** Merge functions of the fields that are not simply replaced. */
const merges: { readonly [Field in Exclude<ContentField, 'price' | 'prices'>]?: Merge<Field> } = {
  category: resolveCategory,
  collections: resolveCollections,
  images: (sent, _, scope) => mergeImages(sent, scope),
  attributes: (sent, before, scope) => mergeAttributes(before, sent, 'attributes', false, scope),
  translations: (sent, before, scope) => mergeTranslations(before, sent, scope),
  seo: (sent, before) => ({ ...before, ...defined(sent) }),
  associations: mergeAssociations,
};

/**
 * The content after an input is applied: to the current content for PATCH (API behavior 5.2, 5.3, 5.4), to {@link
 * blankContent} for PUT (API behavior 5.1). Null stands for the blank value. References are resolved; one that cannot
 * be is a problem at its path. What else the current state holds is kept.
 */
export function mergeContent<State extends ProductContent>(
  before: State,
  input: ProductInput,
  currency: string,
  scope: MergeScope,
  patches: PricePatches = {},
): State {
  // A copy of a parsed document costs a tenth of making the object anew, field by field.
  const after: Record<string, unknown> = { ...before };
  for (const field of contentFields) {
    const sent = input[field];
    if (sent === undefined) continue;
    const merge = merges[field as keyof typeof merges] as Merge<ContentField> | undefined;
    if (sent === null) after[field] = blankContent[field];
    else after[field] = merge === undefined ? sent : merge(sent, before[field], scope);
  }
  const prices = mergePrices(before.prices, input, currency, scope, patches);
  after.prices = prices;
  after.price = prices[currency]?.amount ?? null;
  return after as unknown as State;
}

function resolveCategory(
  reference: string,
  _: unknown,
  { catalog, problems }: MergeScope,
): ProductDocument['category'] {
  const category = catalog.category(reference);
  if (category === undefined) {
    problems.add('category', `No category "${reference}" exists.`);
    return null;
  }
  return { id: encodeId('category', category.id), code: category.code };
}

function resolveCollections(
  references: readonly string[],
  _: unknown,
  { catalog, problems }: MergeScope,
): ProductDocument['collections'] {
  const found = new Map<string, ProductDocument['collections'][number]>();
  for (const [index, reference] of references.entries()) {
    const collection = catalog.collection(reference);
    if (collection === undefined) problems.add(`collections.${index}`, `No collection "${reference}" exists.`);
    else found.set(collection.id, { id: encodeId('collection', collection.id), code: collection.code });
  }
  return [...found.values()];
}

/** Merges each kind of association; null or an empty list removes a kind. */
function mergeAssociations(
  sent: Sent<'associations'>,
  before: ProductDocument['associations'],
): ProductDocument['associations'] {
  const merged = { ...before, ...defined(sent) };
  return Object.fromEntries(
    Object.entries(merged).flatMap(([type, skus]) => (skus?.length ? [[type, [...new Set(skus)]]] : [])),
  );
}

/** Drops omitted keys, which a schema leaves out or sets to undefined. */
function defined<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;
}
