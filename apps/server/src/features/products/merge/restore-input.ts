import {
  type AttributeValues,
  type ProductFieldName,
  type ProductInput,
  productFields,
  type Translation,
} from '@product-content/contract';
import { currencyProblem, type FieldProblems, type WorkspaceSettings } from '../../../kernel/index.ts';
import { type CatalogSnapshot, checkAttributeValue, type MatchPattern, matchPatterns } from '../../catalog/index.ts';
import type { ProductDocument } from '../state/product-document.ts';
import { readAsInput } from './read-input.ts';

/** What an earlier version is restored into. */
export interface RestoreInto {
  readonly catalog: CatalogSnapshot;
  readonly workspace: WorkspaceSettings;
  /** Collects everything that is left out. */
  readonly leftOut: FieldProblems;
}

interface RestoreScope extends RestoreInto {
  readonly match: MatchPattern;
}

/**
 * The input that restores the content of an earlier version by the rules of PUT (API behavior 5.10), without identity
 * and status. What no longer exists in the workspace (a category, a collection, an attribute, an option, a locale, a
 * currency) is left out, and text is trimmed.
 */
export async function toRestoreInput(old: ProductDocument, restored: RestoreInto): Promise<ProductInput> {
  const values = [old, ...Object.values(old.translations)].map(({ attributes }) => attributes);
  // Restored content was accepted before, so matching it has no time limit.
  const match = await matchPatterns(values, { catalog: restored.catalog, maxSteps: Number.POSITIVE_INFINITY });
  const scope: RestoreScope = { ...restored, match };
  const fields = Object.keys(productFields) as ProductFieldName[];
  const input = fields.map((field) => [field, field in restores ? restores[field]?.(old, scope) : old[field]]);
  return readAsInput(Object.fromEntries(input), scope.catalog);
}

/** How to restore fields of which a part may be left out; the others are restored unchanged. */
const restores: { readonly [Field in ProductFieldName]?: (old: ProductDocument, scope: RestoreScope) => unknown } = {
  category: (old, scope) => categoryOf(old, scope) ?? null,
  collections: collectionsOf,
  currency: ({ currency }, scope) => keep(currency, 'currency', currencyProblem(scope.workspace, currency), scope),
  /** Included in the prices. */
  price: () => undefined,
  prices: ({ prices }, scope) =>
    keepEntries(prices, 'prices', (currency) => currencyProblem(scope.workspace, currency), scope),
  attributes: ({ attributes }, scope) => validAttributes(attributes, 'attributes', false, scope),
  translations: translationsOf,
};

function collectionsOf({ collections }: ProductDocument, scope: RestoreScope): string[] {
  return collections.flatMap(({ id, code }, index) => {
    const problem = scope.catalog.collection(id) ? null : `No collection "${code}" exists.`;
    return keep(id, `collections.${index}`, problem, scope) ?? [];
  });
}

function categoryOf({ category }: ProductDocument, scope: RestoreScope): string | undefined {
  if (category === null) return undefined;
  const problem = scope.catalog.category(category.id) ? null : `No category "${category.code}" exists.`;
  return keep(category.id, 'category', problem, scope);
}

function translationsOf({ translations }: ProductDocument, scope: RestoreScope): Record<string, Translation> {
  const { locales } = scope.workspace;
  const known = keepEntries(
    translations,
    'translations',
    (locale) => (locales.includes(locale) ? null : `Must be one of the workspace’s locales: ${locales.join(', ')}.`),
    scope,
  );
  return Object.fromEntries(
    Object.entries(known).map(([locale, { attributes, ...texts }]) => {
      if (attributes === undefined) return [locale, texts];
      const path = `translations.${locale}.attributes`;
      return [locale, { ...texts, attributes: validAttributes(attributes, path, true, scope) }];
    }),
  );
}

function validAttributes(
  values: AttributeValues,
  path: string,
  localized: boolean,
  scope: RestoreScope,
): AttributeValues {
  const problemOf = (code: string, value: AttributeValues[string]) => {
    const definition = scope.catalog.attribute(code);
    if (definition === undefined) return 'No such attribute exists.';
    if (localized && !definition.localizable) return 'Only localizable attributes have values by locale.';
    return checkAttributeValue(definition, value, scope.match);
  };
  return keepEntries(values, path, problemOf, scope);
}

function keepEntries<T>(
  entries: Readonly<Record<string, T>>,
  path: string,
  problemOf: (key: string, value: T) => string | null,
  scope: RestoreScope,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([key, value]) => keep(key, `${path}.${key}`, problemOf(key, value), scope) !== undefined,
    ),
  );
}

/** The value, or undefined when there is a problem with it, which is recorded. */
function keep<T>(value: T, path: string, problem: string | null, { leftOut }: RestoreScope): T | undefined {
  if (problem === null) return value;
  leftOut.add(path, problem);
  return undefined;
}
