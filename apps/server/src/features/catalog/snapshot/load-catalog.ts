import type { AttributeOption, AttributeType, AttributeValidation, AttributeValue } from '@product-content/contract';
import { mapInSlices } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CategoryEntry, CollectionEntry } from '../catalog-snapshot.ts';
import type { AttributeSetting } from './effective-attributes.ts';

/** An attribute definition as its row has it, without what rules and names do not need. */
export interface StoredAttribute {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly required: boolean;
  readonly isUnique: boolean;
  readonly usableAsAxis: boolean;
  readonly defaultValue: AttributeValue | null;
  readonly options: readonly AttributeOption[];
  readonly validation: AttributeValidation;
  readonly position: number;
}

/** The catalog of a workspace as its rows have it. */
export interface StoredCatalog {
  readonly version: string;
  readonly attributes: readonly StoredAttribute[];
  /** Siblings in their order. */
  readonly categories: readonly CategoryEntry[];
  readonly settings: readonly (AttributeSetting & { readonly categoryId: string })[];
  readonly collections: readonly CollectionEntry[];
}

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;

/**
 * One statement sees one state: all of it belongs to the version it is read with. An attribute with all its options is
 * a row of its own, behind the row of everything else.
 */
const selectCatalog = `
  select 0 as place, null::text as attribute, w.catalog_version::text as version,
    ${list(`
      select id, code, name, parent_id as "parentId"
      from category where workspace_id = w.id order by position, code`)} as categories,
    ${list(`
      select category_id as "categoryId", attribute_id as "attributeId", required, position
      from category_attribute where workspace_id = w.id`)} as settings,
    ${list('select id, code, name from collection where workspace_id = w.id order by position, code')} as collections
  from workspace w where w.id = $1
  union all
  select row_number() over (order by a.position, a.code), row_to_json(a)::text, null, null, null, null
  from (
    select id, code, label, type, localizable, required, is_unique as "isUnique", usable_as_axis as "usableAsAxis",
      default_value as "defaultValue", options, validation, position
    from attribute where workspace_id = $1
  ) a
  order by place`;

interface CatalogPart extends Omit<StoredCatalog, 'attributes'> {
  readonly attribute: string;
}

/** @throws Error when there is no such workspace. */
export async function loadCatalog(database: Database, workspaceId: string): Promise<StoredCatalog> {
  const { rows } = await database.query<CatalogPart>(selectCatalog, [workspaceId], 'catalog.load');
  const [first, ...others] = rows;
  if (first?.version == null) throw new Error(`There is no workspace ${workspaceId}.`);
  const { version, categories, settings, collections } = first;
  // Options are many: those of one attribute up to five thousand.
  const attributes = await mapInSlices(others, ({ attribute }) => JSON.parse(attribute) as StoredAttribute);
  return { version, attributes, categories, settings, collections };
}

/** The version the catalog of a workspace is at, for comparison with a snapshot's. */
export async function loadCatalogVersion(database: Database, workspaceId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ version: string }>(
    'select catalog_version::text as version from workspace where id = $1',
    [workspaceId],
    'catalog.version',
  );
  return rows[0]?.version;
}
