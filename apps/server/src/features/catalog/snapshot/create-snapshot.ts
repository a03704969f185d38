import { decodeId, type IdKind } from '../../../kernel/index.ts';
import type { AttributeDefinition, CatalogSnapshot, CategoryEntry, EffectiveEntry } from '../catalog-snapshot.ts';
import { linearPattern } from '../linear-pattern.ts';
import { CategoryTree } from './category-tree.ts';
import { type AttributeSetting, effectiveAttributes } from './effective-attributes.ts';
import type { StoredAttribute, StoredCatalog } from './load-catalog.ts';

/** Builds the snapshot of a catalog from its rows. What is rarely needed is computed on demand. */
export function createSnapshot(catalog: StoredCatalog): CatalogSnapshot {
  const attributes = catalog.attributes.map(toDefinition);
  const attributesByCode = new Map(attributes.map((attribute) => [attribute.code, attribute]));
  const attributesById = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const categories = recordsOf('category', catalog.categories);
  const collections = recordsOf('collection', catalog.collections);
  const tree = new CategoryTree<CategoryEntry>(catalog.categories);
  const settings = Map.groupBy<string, AttributeSetting & { categoryId: string }>(
    catalog.settings,
    ({ categoryId }) => categoryId,
  );
  const effective = new Map<string, readonly EffectiveEntry[]>();
  return {
    version: catalog.version,
    attribute: (code) => attributesByCode.get(code),
    attributes: () => attributes,
    category: categories.byReference,
    categoryById: categories.byId,
    categoryIds: () => catalog.categories.map(({ id }) => id),
    subtree: (id) => tree.subtree(id).map((entry) => entry.id),
    collection: collections.byReference,
    collections: () => catalog.collections,
    collectionById: collections.byId,
    effectiveAttributes(categoryId) {
      const known = effective.get(categoryId);
      if (known !== undefined) return known;
      const entries = effectiveAttributes(
        tree.path(categoryId),
        (id) => settings.get(id) ?? [],
        (id) => attributesById.get(id),
      );
      effective.set(categoryId, entries);
      return entries;
    },
  };
}

/** Converts a row to the definition that rules use. */
export function toDefinition({ isUnique, ...attribute }: StoredAttribute): AttributeDefinition {
  const { pattern } = attribute.validation;
  let optionCodes: ReadonlySet<string> | undefined;
  return {
    ...attribute,
    unique: isUnique,
    // A catalog may have very many options, and one product needs few of them.
    get optionCodes() {
      optionCodes ??= new Set(attribute.options.map(({ code }) => code));
      return optionCodes;
    },
    pattern: pattern === undefined ? null : linearPattern(pattern),
  };
}

function recordsOf<Entry extends { readonly id: string; readonly code: string }>(
  kind: IdKind,
  entries: readonly Entry[],
) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byCode = new Map(entries.map((entry) => [entry.code, entry]));
  return {
    byId: (id: string) => byId.get(id),
    byReference: (reference: string) => byId.get(decodeId(kind, reference) ?? '') ?? byCode.get(reference),
  };
}
