import type { AttributeOption, AttributeType, AttributeValidation, AttributeValue } from '@product-content/contract';
import { mapInSlices } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CategoryEntry, CollectionEntry } from '../catalog-snapshot.ts';
import type { AttributeSetting } from './effective-attributes.ts';
import type { selectCatalogOf } from './load-catalog.sql.ts';

/** The stored form of an attribute definition, without what rules and names do not need. */
export interface StoredAttribute {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly required: boolean;
  readonly isUnique: boolean;
  readonly usableAsAxis: boolean;
  /** Percent of its values that are indexed; null when lists cannot be filtered by the attribute. */
  readonly filterProgress: number | null;
  readonly defaultValue: AttributeValue | null;
  readonly options: readonly AttributeOption[];
  readonly validation: AttributeValidation;
  readonly position: number;
}

/** The stored form of a workspace's catalog. */
export interface StoredCatalog {
  readonly version: string;
  readonly attributes: readonly StoredAttribute[];
  /** Siblings in order. */
  readonly categories: readonly CategoryEntry[];
  readonly settings: readonly (AttributeSetting & { readonly categoryId: string })[];
  readonly collections: readonly CollectionEntry[];
}

/** @throws Error when there is no such workspace. */
export async function loadCatalog(
  database: Database,
  statement: ReturnType<typeof selectCatalogOf>,
  workspaceId: string,
): Promise<StoredCatalog> {
  const [first, ...others] = await database.run(statement, { workspaceId });
  if (first?.version == null) throw new Error(`The workspace ${workspaceId} does not exist.`);
  const { version, categories, settings, collections } = first as Omit<StoredCatalog, 'attributes'>;
  // Options are many: up to five thousand per attribute.
  const attributes = await mapInSlices(others, ({ attribute }) => JSON.parse(attribute ?? '') as StoredAttribute);
  return { version, attributes, categories, settings, collections };
}
