/**
 * A subquery of the `catalog_version` of a workspace, for statements of other features.
 *
 * @param id an expression of the statement.
 */
export const catalogVersionOf = (id: string) => `select catalog_version from workspace where id = ${id}`;

/** A subquery of the slug of a workspace. */
export const workspaceSlugOf = (id: string) => `select slug from workspace where id = ${id}`;

/** A subquery of what requests go by, `WorkspaceSettings` as JSON. */
export const workspaceSettingsOf = (id: string) => `
  select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'defaultLocale', w.default_locale,
    'locales', w.locales, 'defaultCurrency', w.default_currency, 'currencies', w.currencies)
  from workspace w where w.id = ${id}`;
