import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';

/** The prefix of the names of attribute filters. */
export const attributePrefix = 'attributes.';

/** Stand for the absence, or the presence, of any value. */
export const wildcards = { blank: '__blank__', any: '__any__' } as const;

/** An attribute value in a filter. */
export const filterText = z.string().max(2_048);

/** Values of one attribute in a query; the type of the attribute determines their form. */
export const attributeFilterQuery = queryList({ member: filterText, max: limits.listFilterValues }).describe(
  'Values of a filterable attribute; any of them matches. `_min`, `_max` after its code: bounds. `__blank__`, `__any__`: no value, some.',
);

/** `attributes.<code>`, `attributes.<code>_min` and `attributes.<code>_max`. */
export const attributeFilterKeys = {
  prefix: attributePrefix,
  key: '[A-Za-z0-9][A-Za-z0-9_-]{0,103}',
  max: limits.attributeFilters,
} as const;

/** Attribute filters by name. */
export type AttributeFilters = { readonly [Name in `${typeof attributePrefix}${string}`]?: readonly string[] };
