import { createHash } from 'node:crypto';
import {
  type AttributeOption,
  type MappingEntry,
  type ProductFilter,
  ProductFilterSchema,
  type ProductStatus,
} from '@product-content/contract';
import type { WorkspaceSettings } from '../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { createProductColumns } from '../../columns/index.ts';
import { type Condition, ofTypes, toSelectionConditions } from '../../products/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelView } from '../mapping/channel-product.ts';
import { columnKeyOf, compileMapping, type ValueMapper } from '../mapping/compile-mapping.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Platforms } from '../platforms/platforms.ts';

/** The columns of a channel that evaluation needs. */
export type ChannelDefinition = Pick<
  ChannelRow,
  'id' | 'platform' | 'locale' | 'currency' | 'scope' | 'mapping' | 'settings'
>;

/** A channel prepared for evaluation, with the catalog at one version. */
export interface ChannelPlan {
  readonly channelId: string;
  readonly platform: Platform;
  readonly settings: unknown;
  readonly mapping: readonly MappingEntry[];
  readonly mapValues: ValueMapper;
  readonly view: ChannelView;
  /** On rows of `product`; null when no product can be in scope. */
  readonly conditions: readonly Condition[] | null;
  /** Product statuses that may be published. */
  readonly statuses: ReadonlySet<ProductStatus>;
  /** Covers everything the plan reads from the catalog: while it is unchanged, so are the records. */
  readonly catalogDigest: string;
}

export interface PlanScope {
  readonly workspace: WorkspaceSettings;
  readonly catalog: CatalogSnapshot;
  readonly platforms: Platforms;
}

export function createPlan(channel: ChannelDefinition, scope: PlanScope): ChannelPlan {
  const { workspace, catalog } = scope;
  const { locale, currency, settings } = channel;
  const platform: Platform = scope.platforms[channel.platform];
  const mapping = mappingOf(channel, platform);
  const filter = ProductFilterSchema.parse(channel.scope);
  const conditions = conditionsOf(filter, platform, catalog);
  return {
    channelId: channel.id,
    platform,
    settings,
    mapping,
    mapValues: compileMapping(mapping, {
      columns: createProductColumns({ workspace, catalog }),
      label: createLabels(catalog, locale),
      categoryPath: (code) => categoryPath(catalog, code),
    }),
    view: { locale, defaultLocale: workspace.defaultLocale, currency },
    conditions,
    statuses: new Set(filter.status ?? ['approved']),
    catalogDigest: digestOf(conditions, mapping, catalog),
  };
}

/** The mapping of a channel: its own, or the default of its platform. */
export function mappingOf(
  { mapping, settings }: Pick<ChannelDefinition, 'mapping' | 'settings'>,
  platform: Platform,
): readonly MappingEntry[] {
  return mapping ?? platform.defaultMapping(settings);
}

/** Variants are in scope together with their parent (see `toSelectionConditions`). */
function conditionsOf(filter: ProductFilter, platform: Platform, catalog: CatalogSnapshot): Condition[] | null {
  const conditions = toSelectionConditions({ filter, includeVariants: true }, catalog);
  return conditions && [...conditions, ofTypes(platform.productTypes)];
}

/** The labels of options, looked up on demand: an attribute has many options, and a mapping names many values. */
function createLabels(catalog: CatalogSnapshot, locale: string): (attribute: string, option: string) => string {
  const labels = new Map<string, ReadonlyMap<string, string>>();
  return (attribute, code) => {
    const known = labels.get(attribute) ?? labelsOf(catalog.attribute(attribute)?.options ?? [], locale);
    labels.set(attribute, known);
    return known.get(code) ?? code;
  };
}

function labelsOf(options: readonly AttributeOption[], locale: string): ReadonlyMap<string, string> {
  return new Map(
    options.map(({ code, label, labels }) => [code, (Object.hasOwn(labels, locale) && labels[locale]) || label]),
  );
}

function categoryPath(catalog: CatalogSnapshot, code: string): string {
  const names: string[] = [];
  let category = catalog.category(code);
  while (category !== undefined) {
    names.unshift(category.name);
    category = category.parentId === null ? undefined : catalog.categoryById(category.parentId);
  }
  return names.length === 0 ? code : names.join(' > ');
}

function digestOf(
  conditions: readonly Condition[] | null,
  mapping: readonly MappingEntry[],
  catalog: CatalogSnapshot,
): string {
  const keys = mapping.flatMap(({ source }) => source.map(columnKeyOf));
  const attributes = [...new Set(keys.flatMap((key) => /(?:^|\.)attributes\.([^.]+)$/.exec(key ?? '')?.[1] ?? []))];
  const definitions = attributes.map((code) => {
    const definition = catalog.attribute(code);
    return [code, definition?.type, definition?.localizable, definition?.options];
  });
  const usesPaths = mapping.some(({ transform }) => transform?.includes('categoryPath'));
  const tree = usesPaths ? catalog.categoryIds().map((id) => catalog.categoryById(id)) : [];
  const text = JSON.stringify([conditions, definitions, tree]);
  return createHash('sha256').update(text).digest('base64url');
}
