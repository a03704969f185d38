import type { ExportOptions } from '@product-content/contract';
import { type Column, type ColumnScope, createColumns } from '../../columns/index.ts';

/** The columns of an export, and the keys among those it was asked for that the workspace no longer has. */
export interface ExportColumns {
  readonly columns: readonly Column[];
  readonly removed: readonly string[];
}

const attributeKey = /(?:^|\.)attributes\.([^.]+)$/;

/**
 * The columns of an export. Those that are named come in their order, each followed by its translations in the locales
 * that are named, and prices in the currencies that are named. Otherwise every column of the workspace, but for
 * attributes no product uses.
 *
 * @param usesAttribute whether a product of the export has a value of it.
 */
export function exportColumns(
  scope: ColumnScope,
  options: Pick<ExportOptions, 'recordType' | 'columns' | 'locales' | 'currencies'>,
  usesAttribute: (code: string) => boolean,
): ExportColumns {
  const known = createColumns(options.recordType ?? 'products', scope);
  const locales = options.locales?.filter((locale) => locale !== scope.workspace.defaultLocale);
  const { columns: keys, currencies } = options;
  if (keys === undefined) {
    const columns = known.list({ ...(locales && { locales }), ...(currencies && { currencies }) });
    const isUsed = ({ key }: Column) => {
      const code = attributeKey.exec(key)?.[1];
      return code === undefined || usesAttribute(code);
    };
    return { columns: columns.filter(isUsed), removed: [] };
  }
  const translated = keys.flatMap((key) => [
    key,
    ...(locales ?? []).map((locale) => known.inLocale(key, locale) ?? key),
  ]);
  const prices = (currencies ?? []).map((currency) => `prices.${currency}`);
  const columns = [...new Set([...translated, ...prices])].flatMap((key) => known.find(key) ?? []);
  return { columns, removed: keys.filter((key) => known.find(key) === undefined) };
}
