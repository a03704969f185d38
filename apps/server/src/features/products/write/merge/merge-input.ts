import type { ProductInput } from '@product-content/contract';
import { encodeId } from '../../../../kernel/index.ts';
import type { ProductDocument } from '../../state/product-document.ts';
import { mergeImages } from './merge-images.ts';
import { mergePrices, type PricePatches } from './merge-prices.ts';
import type { MergeScope } from './merge-scope.ts';
import { mergeAttributes, mergeTranslations } from './merge-values.ts';

/** The fields that hold content; the others are a product's identity, state and measure. */
export type ProductContent = Pick<ProductDocument, keyof ReturnType<typeof blankContent>>;

/** Content fields as a new product has them, and as PUT leaves those it is not sent. */
export function blankContent() {
  return {
    name: null as string | null,
    description: null as string | null,
    shortDescription: null as string | null,
    bullets: [] as string[],
    tags: [] as string[],
    brand: null as string | null,
    manufacturer: null as string | null,
    mpn: null as string | null,
    gtin: null as string | null,
    category: null as ProductDocument['category'],
    collections: [] as ProductDocument['collections'],
    price: null as number | null,
    prices: {} as ProductDocument['prices'],
    weight: null as number | null,
    length: null as number | null,
    width: null as number | null,
    height: null as number | null,
    stock: null as number | null,
    images: [] as ProductDocument['images'],
    attributes: {} as ProductDocument['attributes'],
    translations: {} as ProductDocument['translations'],
    seo: { title: null, description: null, slug: null } as ProductDocument['seo'],
    associations: {} as ProductDocument['associations'],
  };
}

/** Fields taken over as they are sent. */
const plainFields = [
  'name',
  'description',
  'shortDescription',
  'brand',
  'manufacturer',
  'mpn',
  'gtin',
  'weight',
  'length',
  'width',
  'height',
  'stock',
] as const;

/**
 * The content after an input: PATCH rules against the content there is, PUT rules against
 * {@link blankContent}. References are resolved; what cannot be is a problem at its path.
 */
export function mergeContent(
  before: ProductContent,
  input: ProductInput,
  currency: string,
  scope: MergeScope,
  patches: PricePatches = {},
): ProductContent {
  const after: ProductContent = { ...before };
  for (const field of plainFields) {
    const value = input[field];
    if (value !== undefined) Object.assign(after, { [field]: value });
  }
  if (input.bullets !== undefined) after.bullets = input.bullets ?? [];
  if (input.tags !== undefined) after.tags = input.tags ?? [];
  if (input.images !== undefined) after.images = mergeImages(input.images ?? [], scope);
  if (input.category !== undefined) after.category = resolveCategory(input.category, scope);
  if (input.collections !== undefined) after.collections = resolveCollections(input.collections ?? [], scope);
  if (input.seo !== undefined)
    after.seo = input.seo === null ? blankContent().seo : { ...before.seo, ...defined(input.seo) };
  if (input.associations !== undefined) after.associations = mergeAssociations(before, input);
  if (input.attributes !== undefined) {
    after.attributes =
      input.attributes === null ? {} : mergeAttributes(before.attributes, input.attributes, 'attributes', false, scope);
  }
  if (input.translations !== undefined) {
    after.translations =
      input.translations === null ? {} : mergeTranslations(before.translations, input.translations, scope);
  }
  after.prices = mergePrices(before.prices, input, currency, scope, patches);
  after.price = after.prices[currency]?.amount ?? null;
  return after;
}

function resolveCategory(reference: string | null, { catalog, problems }: MergeScope): ProductDocument['category'] {
  if (reference === null) return null;
  const category = catalog.category(reference);
  if (category === undefined) {
    problems.add('category', `No category "${reference}" exists.`);
    return null;
  }
  return { id: encodeId('category', category.id), code: category.code };
}

function resolveCollections(
  references: readonly string[],
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

/** Merges per kind of association; null or an empty list removes a kind. */
function mergeAssociations(before: ProductContent, { associations }: ProductInput): ProductDocument['associations'] {
  const merged = { ...before.associations, ...defined(associations ?? {}) };
  if (associations === null) return {};
  return Object.fromEntries(
    Object.entries(merged).flatMap(([type, skus]) => (skus?.length ? [[type, [...new Set(skus)]]] : [])),
  );
}

/** Without the keys that were not sent, which a schema leaves out or undefined. */
function defined<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;
}
