import type { ExportFormat, ExportOptionsInput, ExportProfile } from '@product-content/contract';
import {
  allProducts,
  type ProductFilterValues,
  toFilter,
  toFilterValues,
} from '../../components/forms/product-filter-fields.tsx';

/** Which products a file has and how, as a form has it: of a list, nothing chosen means everything. */
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

/** A profile as the form has it. */
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

/** A selection as the API takes it; what is not chosen is left out. */
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
