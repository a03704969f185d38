import type { AttributeOption, AttributeType, AttributeValidation, AttributeValue } from '@product-content/contract';
import type { LinearPattern } from './linear-pattern.ts';

/** An attribute definition as rules need it. Ids are UUIDs. */
export interface AttributeDefinition {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly required: boolean;
  readonly unique: boolean;
  readonly usableAsAxis: boolean;
  /** Percent of its values that are indexed; null when lists cannot be filtered by it. */
  readonly filterProgress: number | null;
  readonly defaultValue: AttributeValue | null;
  readonly options: readonly AttributeOption[];
  readonly optionCodes: ReadonlySet<string>;
  readonly validation: AttributeValidation;
  /** `validation.pattern`, ready to be matched in linear time; null when there is none. */
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

/** An attribute as it applies to a category. */
export interface EffectiveEntry {
  readonly attribute: AttributeDefinition;
  readonly required: boolean;
  readonly position: number;
  readonly inherited: boolean;
  readonly source: CategoryEntry;
}

/**
 * The catalog of one workspace at one version, in memory and immutable: what product rules and filters read.
 * References are resolved as everywhere: an id match (`cat_…`) wins, then the code.
 */
export interface CatalogSnapshot {
  /** `workspace.catalog_version` the snapshot was read at. */
  readonly version: string;
  attribute(code: string): AttributeDefinition | undefined;
  attributes(): Iterable<AttributeDefinition>;
  category(reference: string): CategoryEntry | undefined;
  categoryById(id: string): CategoryEntry | undefined;
  categoryIds(): string[];
  /** The ids of a category and of everything below it. */
  subtree(categoryId: string): readonly string[];
  collection(reference: string): CollectionEntry | undefined;
  collections(): Iterable<CollectionEntry>;
  collectionById(id: string): CollectionEntry | undefined;
  /** Own and inherited attributes of a category in order; computed once per category. */
  effectiveAttributes(categoryId: string): readonly EffectiveEntry[];
}

/** Where snapshots come from. A snapshot is reused until `workspace.catalog_version` moves on. */
export interface CatalogReader {
  /**
   * The current snapshot. Within a transaction it is read there; call {@link CatalogLocks.share} first when what
   * is written depends on it.
   */
  snapshot(workspaceId: string): Promise<CatalogSnapshot>;
}

/**
 * Keeps product writes and catalog changes of one workspace apart with an advisory lock held to the end of the
 * transaction: product writes share it, catalog changes take it alone. So no product is validated against a
 * definition that is gone when it commits.
 */
export interface CatalogLocks {
  share(workspaceId: string): Promise<void>;
  /** Takes the lock alone, without a change: no write of a product is under way, and none begins. */
  exclude(workspaceId: string): Promise<void>;
  /** Takes the lock alone and moves `workspace.catalog_version` on. */
  change(workspaceId: string): Promise<void>;
}

/** Numbers of products by the UUID of what they are counted under; what has none is left out. */
export type CountsById = ReadonlyMap<string, number>;

/** Counts the products of all categories, or of all collections, of a workspace. */
export interface ProductCounts {
  of(workspaceId: string): Promise<CountsById>;
}
