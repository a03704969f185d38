import type { ExportFormat, ExportOptionsInput, ExportProfile, ProductStatus } from '@product-content/contract';
import type { Problem } from '../../api/problem.ts';

/** Which products a file has and how, as a form has it: of a list, nothing chosen means everything. */
export interface Selection {
  readonly format: ExportFormat;
  readonly status: readonly ProductStatus[];
  readonly category: readonly string[];
  readonly collection: readonly string[];
  readonly tag: readonly string[];
  readonly brand: string;
  readonly columns: readonly string[];
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  readonly includeVariants: boolean;
  readonly delimiter: ExportProfile['delimiter'];
  readonly bom: boolean;
}

export const everything: Selection = {
  format: 'csv',
  status: [],
  category: [],
  collection: [],
  tag: [],
  brand: '',
  columns: [],
  locales: [],
  currencies: [],
  includeVariants: true,
  delimiter: 'comma',
  bom: false,
};

const lists = ['status', 'category', 'collection', 'tag'] as const;

/** The filters of a profile that the form has no fields for; they stay as they are. */
export function otherFilters({ filter }: Pick<ExportProfile, 'filter'>): Readonly<Record<string, unknown>> {
  const known: readonly string[] = [...lists, 'brand'];
  return Object.fromEntries(Object.entries(filter ?? {}).filter(([name]) => !known.includes(name)));
}

/** A profile as the form has it. */
export function fromProfile({ filter, columns, locales, currencies, ...profile }: ExportProfile): Selection {
  const given = (filter ?? {}) as Readonly<Record<string, unknown>>;
  const listed = Object.fromEntries(lists.map((name) => [name, [given[name] ?? []].flat()]));
  const { format, includeVariants, delimiter, bom } = profile;
  return {
    ...everything,
    ...listed,
    ...{ format, includeVariants, delimiter, bom },
    brand: String(given.brand ?? ''),
    columns: columns ?? [],
    locales: locales ?? [],
    currencies: currencies ?? [],
  };
}

/** A selection as the API takes it; what is not chosen is left out. */
export function toOptions(selection: Selection, others: Readonly<Record<string, unknown>> = {}): ExportOptionsInput {
  const { format, brand, columns, locales, currencies, includeVariants, delimiter, bom } = selection;
  const filters = lists.flatMap((name) => (selection[name].length > 0 ? [[name, selection[name]] as const] : []));
  return {
    format,
    filter: { ...others, ...Object.fromEntries(filters), ...(brand.trim() !== '' && { brand: brand.trim() }) },
    ...(columns.length > 0 && { columns: [...columns] }),
    ...(locales.length > 0 && { locales: [...locales] }),
    ...(currencies.length > 0 && { currencies: [...currencies] }),
    includeVariants,
    ...(format === 'csv' && { delimiter, bom }),
  };
}

/** The problem of a request, with the fields under the names that the form has for them. */
export function toFormProblem({ fields, ...problem }: Problem): Problem {
  const named = Object.entries(fields).map(([path, message]) => [path.replace(/^filter\./, ''), message] as const);
  return { ...problem, fields: Object.fromEntries(named) };
}
