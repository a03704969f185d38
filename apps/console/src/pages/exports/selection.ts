import type { ExportFormat, ExportOptionsInput, ExportProfile } from '@product-content/contract';
import {
  allProducts,
  type ProductFilterValues,
  toFilter,
  toFilterValues,
} from '../../components/forms/product-filter-fields.tsx';

/** The products in a file and its format, as form values: an empty list means everything. */
export type Selection = {
  readonly format: ExportFormat;
  readonly filter: ProductFilterValues;
  readonly columns: readonly string[];
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  readonly includeVariants: boolean;
  readonly delimiter: ExportProfile['delimiter'];
  readonly bom: boolean;
};

export const everything: Selection = {
  format: 'csv',
  filter: allProducts,
  columns: [],
  locales: [],
  currencies: [],
  includeVariants: true,
  delimiter: 'comma',
  bom: false,
};

/** Converts a profile to form values. */
export function fromProfile(profile: ExportProfile): Selection {
  const { format, filter, columns, locales, currencies, includeVariants, delimiter, bom } = profile;
  return {
    format,
    filter: toFilterValues(filter ?? {}),
    columns: columns ?? [],
    locales: locales ?? [],
    currencies: currencies ?? [],
    ...{ includeVariants, delimiter, bom },
  };
}

/** Converts form values to options of the API, without those that are not set. */
export function toOptions(selection: Selection, before: ExportProfile['filter'] = {}): ExportOptionsInput {
  const { format, filter, columns, locales, currencies, includeVariants, delimiter, bom } = selection;
  return {
    format,
    filter: toFilter(filter, before ?? {}),
    ...(columns.length > 0 && { columns: [...columns] }),
    ...(locales.length > 0 && { locales: [...locales] }),
    ...(currencies.length > 0 && { currencies: [...currencies] }),
    includeVariants,
    ...(format === 'csv' && { delimiter, bom }),
  };
}
