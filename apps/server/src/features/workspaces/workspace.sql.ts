import { sqlStatement } from '../../storage/index.ts';

/**
 * A subquery of the `catalog_version` of a workspace, for statements of other features.
 *
 * @param id an SQL expression.
 */
export const catalogVersionOf = (id: string) => `select catalog_version from workspace where id = ${id}`;

/** A subquery for the `WorkspaceSettings` that requests need, as JSON. */
export const workspaceSettingsOf = (id: string) => `
  select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'defaultLocale', w.default_locale,
    'locales', w.locales, 'defaultCurrency', w.default_currency, 'currencies', w.currencies)
  from workspace w where w.id = ${id}`;

/** Takes the advisory lock with a given name until the end of the transaction, then increases the catalog version. */
export const advanceCatalog = sqlStatement({
  name: 'catalog.advance',
  parameters: { id: 'uuid', lock: 'text' },
  row: {},
  text: `
    with held as materialized (select pg_advisory_xact_lock(hashtextextended($lock, 0)) is not null as lock)
    update workspace set catalog_version = catalog_version + 1 where id = $id and (select lock from held)`,
});

/** Whether the database has any content, all of which belongs to workspaces. */
export const hasContent = sqlStatement({
  name: 'workspace.any',
  parameters: {},
  row: { found: 'boolean' },
  text: 'select exists (select from workspace) as found',
});
