import type { CountCache } from '@contract-kit/middleware';
import {
  type Facet,
  type FacetField,
  facetFields,
  limits,
  type ProductFacetsQuery,
  type ProductFilter,
} from '@product-content/contract';
import { invalidFields } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { AttributeDefinition, CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import { assertAttributeFilters, attributeOf, namesOf } from '../list/attribute-filters.ts';
import { toConditions } from '../list/conditions.ts';
import { countKey } from '../list/product-pages.ts';
import { selectChangeToken } from '../product.statements.ts';
import type { ReaderContext } from '../read/product-reader.ts';
import { assertLocale, viewOf } from '../read/product-view.ts';
import { keyScope, presenceKey } from '../state/attribute-index.ts';
import { type CountedSet, type FacetCount, type FacetSizes, partOf, readFacetCounts } from './facets.sql.ts';

/** What to count, and the conditions of the facet's own filter. */
type Wanted =
  | { readonly name: FacetField; readonly attribute?: undefined }
  | { readonly name: string; readonly attribute: AttributeDefinition };

/** The counts of one facet, before its values are labeled. */
interface Counted {
  readonly approximate: boolean;
  readonly values: readonly (readonly [value: string, count: number])[];
}

export interface FacetReaderOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly counts: CountCache<ReadonlyMap<string, Counted>>;
  readonly sizes?: FacetSizes;
}

const defaultSizes: FacetSizes = { exact: limits.facetProducts, sample: 16_000 };

/**
 * Counts the products of a list by their values. A facet is not narrowed by its own filter: it shows the alternatives.
 * Counts are cached until a product of the workspace changes.
 */
export class FacetReader {
  readonly #options: FacetReaderOptions;

  constructor(options: FacetReaderOptions) {
    this.#options = options;
  }

  /** @throws ApiError `validation_failed` at `facets`, `locale` or `attributes.<code>`. */
  async list({ workspace }: ReaderContext, query: ProductFacetsQuery): Promise<Facet[]> {
    const { database, catalog: reader, counts } = this.#options;
    assertLocale(viewOf(query), workspace);
    const catalog = await reader.snapshot(workspace.id);
    assertAttributeFilters(query, catalog);
    const wanted = wantedOf(query, catalog);
    const sets = setsOf(wanted, query, catalog);
    const [row] = await database.run(selectChangeToken, { workspaceId: workspace.id });
    const counted = await counts.count(workspace.id, keyOf(sets), row?.token ?? '0', () =>
      this.#count(workspace.id, sets),
    );
    return wanted.map((facet) => toFacet(facet, counted.get(facet.name), { catalog, query }));
  }

  /** At most two statements: the second one is for sets with too many products to count exactly. */
  async #count(workspaceId: string, sets: readonly CountedSet[]): Promise<ReadonlyMap<string, Counted>> {
    const { database, sizes = defaultSizes } = this.#options;
    const read = (counted: readonly CountedSet[], isSampled: boolean) =>
      counted.length === 0 ? [] : readFacetCounts(database, workspaceId, counted, { isSampled, sizes });
    const exact = await read(sets, false);
    const tooLarge = new Set(
      exact.filter(({ name, count }) => name === '' && count > sizes.exact).map(({ place }) => place),
    );
    const small = sets.filter((_, place) => !tooLarge.has(place));
    const large = sets.filter((_, place) => tooLarge.has(place));
    const sampled = await read(large, true);
    return new Map([...gather(exact, small), ...gather(sampled, large, partOf(sampled[0]?.reached ?? null))]);
  }
}

/**
 * Collects the counts of each facet from several sets, and adds the number of products without a value: a sample may
 * lack rare values.
 *
 * @param part the share of all products that was counted, for a sample.
 */
function gather(rows: readonly FacetCount[], sets: readonly CountedSet[], part?: number): [string, Counted][] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const names = new Set(sets.flatMap(({ fields, attributes }) => [...fields, ...attributes.map(({ name }) => name)]));
  return [...names].map((name) => [
    name,
    {
      approximate: part !== undefined,
      values: (byName.get(name) ?? []).map(({ value, count }) => [
        value,
        part === undefined ? count : Math.round(count / part),
      ]),
    },
  ]);
}

/** @throws ApiError `validation_failed` at `facets` for a facet that cannot be counted. */
function wantedOf({ facets }: ProductFacetsQuery, catalog: CatalogSnapshot): Wanted[] {
  const attributes = [...catalog.attributes()].filter(({ filterProgress }) => filterProgress === 100);
  const all: Wanted[] = [
    ...facetFields.map((name) => ({ name })),
    ...attributes.map((attribute) => ({ name: `attributes.${attribute.code}`, attribute })),
  ];
  if (facets === undefined) return all;
  const byName = new Map(all.map((facet) => [facet.name, facet]));
  return facets.map((name) => {
    const found = byName.get(name);
    if (found !== undefined) return found;
    throw invalidFields({
      facets: `Must be among ${facetFields.join(', ')} and attributes.<code> of filterable attributes.`,
    });
  });
}

/** Each facet with its own filter is a separate set; all others share one. Empty sets are left out. */
function setsOf(wanted: readonly Wanted[], query: ProductFacetsQuery, catalog: CatalogSnapshot): CountedSet[] {
  const { facets: _, locale, ...filter } = query;
  const groups = Map.groupBy(wanted, (facet) => ownFiltersOf(facet, filter, catalog).sort().join());
  return [...groups].flatMap(([own, facets]) => {
    const others = Object.entries(filter).filter(([name]) => !own.split(',').includes(name));
    const conditions = toConditions(Object.fromEntries(others) as ProductFilter, catalog, locale);
    if (conditions === null) return [];
    return {
      conditions,
      fields: facets.flatMap((facet) => (facet.attribute === undefined ? [facet.name] : [])),
      attributes: facets.flatMap(({ name, attribute }) =>
        attribute === undefined ? [] : scopesOf(name, attribute, locale),
      ),
    };
  });
}

function ownFiltersOf({ name, attribute }: Wanted, filter: object, catalog: CatalogSnapshot): string[] {
  if (attribute === undefined) return name in filter ? [name] : [];
  return namesOf(filter).filter((own) => attributeOf(own, catalog)?.attribute.id === attribute.id);
}

/** Values in a language, and plain values of products without a translation. */
function scopesOf(name: string, attribute: AttributeDefinition, locale: string | undefined): CountedSet['attributes'] {
  const plain = { name, scope: keyScope(attribute, null), without: null };
  if (!attribute.localizable || locale === undefined) return [plain];
  const scope = keyScope(attribute, locale);
  return [
    { name, scope, without: null },
    { ...plain, without: presenceKey(scope) },
  ];
}

function keyOf(sets: readonly CountedSet[]): string {
  const parts = sets.flatMap(({ conditions, fields, attributes }) => [
    ...conditions.flatMap(({ shape, values }) => [shape, ...values]),
    ...fields,
    ...attributes.flatMap(({ scope, without }) => [scope, without]),
  ]);
  return countKey(['facets', ...parts]);
}

interface NamingScope {
  readonly catalog: CatalogSnapshot;
  readonly query: ProductFacetsQuery;
}

function toFacet({ name, attribute }: Wanted, counted: Counted | undefined, scope: NamingScope): Facet {
  const { approximate = false, values = [] } = counted ?? {};
  if (attribute !== undefined) {
    const labels = new Map(
      attribute.options.map(({ code, label, labels }) => [code, labelIn(labels, scope.query.locale) ?? label]),
    );
    const shown = values.map(([value, count]) => ({ value, label: labels.get(value) ?? value, count }));
    return { name, label: attribute.label, approximate, values: shown };
  }
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (name === 'category') return { name, label, approximate, values: categoryValues(values, scope) };
  return { name, label, approximate, values: values.map(([value, count]) => ({ value, label: value, count })) };
}

function labelIn(labels: Readonly<Record<string, string>>, locale: string | undefined): string | undefined {
  return locale !== undefined && Object.hasOwn(labels, locale) ? labels[locale] : undefined;
}

/** The count of a category includes its subcategories, like its filter, unless the query excludes them. */
function categoryValues(values: Counted['values'], { catalog, query }: NamingScope): Facet['values'] {
  const counts = new Map<string, number>();
  for (const [id, count] of values) {
    let category = catalog.categoryById(id);
    while (category !== undefined) {
      counts.set(category.id, (counts.get(category.id) ?? 0) + count);
      const isAlone = query.include_subcategories === false || category.parentId === null;
      category = isAlone ? undefined : catalog.categoryById(category.parentId as string);
    }
  }
  const shown = [...counts].flatMap(([id, count]) => {
    const category = catalog.categoryById(id);
    return category === undefined ? [] : { value: category.code, label: category.name, count };
  });
  shown.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return shown.slice(0, limits.facetValues);
}
