import type { AttributeOption, AttributeType, AttributeValidation, AttributeValue } from '@product-content/contract';
import type { LinearPattern } from './linear-pattern.ts';

/** An attribute definition with what product rules need. Ids are UUIDs. */
export interface AttributeDefinition {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly required: boolean;
  readonly unique: boolean;
  readonly usableAsAxis: boolean;
  /** Percent of its values that are indexed; null when lists cannot be filtered by the attribute. */
  readonly filterProgress: number | null;
  readonly defaultValue: AttributeValue | null;
  readonly options: readonly AttributeOption[];
  readonly optionCodes: ReadonlySet<string>;
  readonly validation: AttributeValidation;
  /** `validation.pattern`, ready to match in linear time; null without a pattern. */
  readonly pattern: LinearPattern | null;
  readonly position: number;
}

export interface CategoryEntry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly parentId: string | null;
}

export interface CollectionEntry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** An attribute in the context of a category. */
export interface EffectiveEntry {
  readonly attribute: AttributeDefinition;
  readonly required: boolean;
  readonly position: number;
  readonly inherited: boolean;
  readonly source: CategoryEntry;
}

/**
 * The catalog of one workspace at one version, in memory and immutable: what product rules and filters read. A
 * reference is resolved as an id (`cat_…`) first, then as a code.
 */
export interface CatalogSnapshot {
  /** `workspace.catalog_version` the snapshot was read at. */
  readonly version: string;
  attribute(code: string): AttributeDefinition | undefined;
  attributes(): Iterable<AttributeDefinition>;
  category(reference: string): CategoryEntry | undefined;
  categoryById(id: string): CategoryEntry | undefined;
  categoryIds(): string[];
  /** The ids of a category and all its descendants. */
  subtree(categoryId: string): readonly string[];
  collection(reference: string): CollectionEntry | undefined;
  collections(): Iterable<CollectionEntry>;
  collectionById(id: string): CollectionEntry | undefined;
  /** Own and inherited attributes of a category in order; computed once per category. */
  effectiveAttributes(categoryId: string): readonly EffectiveEntry[];
}

/** Provides snapshots. A snapshot is reused until `workspace.catalog_version` changes. */
export interface CatalogReader {
  /**
   * The current snapshot. Within a transaction it is read there; call {@link CatalogLocks.share} first when a write
   * depends on it.
   *
   * @param options.alone true for a transaction that locks rows before it has the snapshot. It neither waits for what
   *   another transaction reads, which may wait for those rows, nor lets others wait for it. Default false.
   */
  snapshot(workspaceId: string, options?: { readonly alone?: boolean }): Promise<CatalogSnapshot>;
}

/**
 * Keeps product writes and catalog changes of one workspace apart with an advisory lock held to the end of the
 * transaction: product writes share it, catalog changes hold it exclusively. So no product is validated against a
 * definition that has been removed by the time it commits.
 */
export interface CatalogLocks {
  share(workspaceId: string): Promise<void>;
  /** Takes the lock exclusively, without a change: no product write is running, and none begins. */
  exclude(workspaceId: string): Promise<void>;
  /** Takes the lock exclusively and increases `workspace.catalog_version`. */
  change(workspaceId: string): Promise<void>;
}

/** Numbers of products by the UUID of their category or collection; those without products are left out. */
export type CountsById = ReadonlyMap<string, number>;

/** Counts the products of all categories, or of all collections, of a workspace. */
export interface ProductCounts {
  of(workspaceId: string): Promise<CountsById>;
}
