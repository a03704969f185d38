import type { ImportOptions } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { targetsOf } from '../plan/resolve-mapping.ts';
import { createSkuMaker } from './row-sku.ts';
import { mapValue, valueMapOf } from './value-map.ts';

/** What identifies the product of a row, and in which column. */
export interface RowKey {
  readonly kind: ImportOptions['matchBy'] | 'code';
  readonly value: string;
  /** Kind and value as one text. */
  readonly text: string;
  /** The name of the column in the file. */
  readonly column: string;
}

const textOf = (kind: RowKey['kind'], value: string) => `${kind} ${value}`;

/** The key of rows that identify the product by SKU. */
export const keyOfSku = (sku: string) => textOf('sku', sku);

/** The characters of SKUs, ids and GTINs; nothing else can identify a product. */
const nameable = /^[\w.-]{1,128}$/;

const productKinds = { id: ['id', 'sku'], sku: ['sku'], gtin: ['gtin'] } as const;

/** Returns what identifies the product of a row, even if the row has other problems; null when nothing does. */
export type KeyReader = (row: Row) => RowKey | null;

export function createKeyReader(plan: ImportPlan): KeyReader {
  const { columns, mapping, options } = plan;
  const makeSku = options.matchBy === 'gtin' || options.recordType !== 'products' ? null : createSkuMaker(plan);
  const skuColumn = options.skuFrom?.[0] ?? '';
  const kinds = options.recordType === 'products' ? productKinds[options.matchBy] : (['code'] as const);
  const places = kinds.flatMap((kind) => {
    const position = columns.findIndex((name) => targetsOf(mapping, name).includes(kind));
    if (position < 0) return [];
    const column = columns[position] as string;
    return [{ kind, position, column, values: valueMapOf(plan, column, kind) }];
  });
  return (row) => {
    const { cells, problem } = row;
    if (problem !== undefined) return null;
    for (const { kind, position, column, values } of places) {
      const given = cells[position];
      const cell = values === undefined ? given : mapValue(given, values, null);
      const value = typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
      if (nameable.test(value)) return { kind, value, text: textOf(kind, value), column };
    }
    const value = makeSku?.(row) ?? '';
    return nameable.test(value) ? { kind: 'sku', value, text: textOf('sku', value), column: skuColumn } : null;
  };
}
