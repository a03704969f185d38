import { queryList } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';

/** What the names of filters on attributes start with. */
export const attributePrefix = 'attributes.';

/** What stands for the absence, or the presence, of any value. */
export const wildcards = { blank: '__blank__', any: '__any__' } as const;

/** A value of an attribute as a filter writes it. */
export const filterText = z.string().max(2_048);

/** Values of one attribute in a query; what they have to be follows from the type of the attribute. */
export const attributeFilterQuery = queryList({ member: filterText, max: limits.listFilterValues }).describe(
  'Values of a filterable attribute; any of them matches. `_min`, `_max` after its code: bounds. `__blank__`, `__any__`: no value, some.',
);

/** `attributes.<code>`, `attributes.<code>_min` and `attributes.<code>_max`. */
export const attributeFilterKeys = {
  prefix: attributePrefix,
  key: '[A-Za-z0-9][A-Za-z0-9_-]{0,103}',
  max: limits.attributeFilters,
} as const;

/** Filters on attributes by their names. */
export type AttributeFilters = { readonly [Name in `${typeof attributePrefix}${string}`]?: readonly string[] };
