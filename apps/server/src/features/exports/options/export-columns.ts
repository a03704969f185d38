import type { ExportOptions } from '@product-content/contract';
import { type Column, type ColumnScope, createColumns } from '../../columns/index.ts';

/** The columns of an export, and the requested keys that the workspace no longer has. */
export interface ExportColumns {
  readonly columns: readonly Column[];
  readonly removed: readonly string[];
}

const attributeKey = /(?:^|\.)attributes\.([^.]+)$/;

/**
 * The columns of an export. Requested columns come in their order, each followed by its translations in the requested
 * locales, and prices in the requested currencies. By default, every column of the workspace except attributes that no
 * product uses.
 *
 * @param usesAttribute whether a product of the export has a value of the attribute.
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
