import { sqlStatement } from '../../storage/index.ts';

/**
 * A subquery of the `catalog_version` of a workspace, for statements of other features.
 *
 * @param id an expression of the statement.
 */
export const catalogVersionOf = (id: string) => `select catalog_version from workspace where id = ${id}`;

/** A subquery of what requests go by, `WorkspaceSettings` as JSON. */
export const workspaceSettingsOf = (id: string) => `
  select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'defaultLocale', w.default_locale,
    'locales', w.locales, 'defaultCurrency', w.default_currency, 'currencies', w.currencies)
  from workspace w where w.id = ${id}`;

/** Holds the advisory lock of a name to the end of the transaction, then gives the catalog its next version. */
export const advanceCatalog = sqlStatement({
  name: 'catalog.advance',
  parameters: { id: 'uuid', lock: 'text' },
  row: {},
  text: `
    with held as materialized (select pg_advisory_xact_lock(hashtextextended($lock, 0)) is not null as lock)
    update workspace set catalog_version = catalog_version + 1 where id = $id and (select lock from held)`,
});

/** Whether anything was stored: all content belongs to workspaces. */
export const hasContent = sqlStatement({
  name: 'workspace.any',
  parameters: {},
  row: { found: 'boolean' },
  text: 'select exists (select from workspace) as found',
});
