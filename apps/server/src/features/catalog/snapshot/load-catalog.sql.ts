import { sqlStatement } from '../../../storage/index.ts';
import { catalogVersionOf } from '../../workspaces/index.ts';

/**
 * Parts of the statement that reads a catalog: a `select` from each feature, given an expression for the workspace id.
 */
export interface CatalogParts {
  /** `id`, `code`, `name`, `parentId`; siblings in order. */
  readonly categories: (workspaceId: string) => string;
  /** `categoryId`, `attributeId`, `required`, `position`. */
  readonly settings: (workspaceId: string) => string;
  /** `id`, `code`, `name`, in order. */
  readonly collections: (workspaceId: string) => string;
  /** The columns of `StoredAttribute`. */
  readonly attributes: (workspaceId: string) => string;
}

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;

/**
 * The catalog of a workspace. One statement sees one state, so everything belongs to the version it is read with. Each
 * attribute with all its options has a row; the first row holds everything else.
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
