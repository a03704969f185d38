import { sqlStatement } from '../../../storage/index.ts';
import { catalogVersionOf } from '../../workspaces/index.ts';

/** Rows of a catalog's records: `select` statements of the features that have them, by an expression of the workspace. */
export interface CatalogParts {
  /** `id`, `code`, `name`, `parentId`; siblings in their order. */
  readonly categories: (workspaceId: string) => string;
  /** `categoryId`, `attributeId`, `required`, `position`. */
  readonly settings: (workspaceId: string) => string;
  /** `id`, `code`, `name`, in their order. */
  readonly collections: (workspaceId: string) => string;
  /** As `StoredAttribute` has them. */
  readonly attributes: (workspaceId: string) => string;
}

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;

/**
 * The catalog of a workspace. One statement sees one state: all of it belongs to the version it is read with. An
 * attribute with all its options is a row of its own, behind the row of everything else.
 */
export const selectCatalogOf = ({ categories, settings, collections, attributes }: CatalogParts) =>
  sqlStatement({
    name: 'catalog.load',
    parameters: { workspaceId: 'uuid' },
    row: {
      place: 'bigint',
      attribute: 'text?',
      version: 'text?',
      categories: 'json?',
      settings: 'json?',
      collections: 'json?',
    },
    text: `
      select 0 as place, null::text as attribute, (${catalogVersionOf('$workspaceId')})::text as version,
        ${list(categories('$workspaceId'))} as categories,
        ${list(settings('$workspaceId'))} as settings,
        ${list(collections('$workspaceId'))} as collections
      union all
      select row_number() over (order by a.position, a.code), row_to_json(a)::text, null, null, null, null
      from (${attributes('$workspaceId')}) a
      order by place`,
  });
