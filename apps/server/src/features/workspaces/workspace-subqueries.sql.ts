/**
 * A subquery of the `catalog_version` of a workspace, for statements of other features.
 *
 * @param id an expression of the statement.
 */
export const catalogVersionOf = (id: string) => `select catalog_version from workspace where id = ${id}`;
