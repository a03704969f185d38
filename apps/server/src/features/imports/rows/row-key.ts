import type { ImportOptions } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';

/** What names the product of a row, and where it stands. */
export interface RowKey {
  readonly kind: ImportOptions['matchBy'];
  readonly value: string;
  /** Both as one text. */
  readonly text: string;
  /** As the file names it. */
  readonly column: string;
}

/** What SKUs, ids and GTINs are made of; nothing else can name a product. */
const nameable = /^[\w.-]{1,128}$/;

/** Gives what names the product of a row, whatever else is wrong with the row; null when nothing does. */
export type KeyReader = (row: Row) => RowKey | null;

export function createKeyReader({ layout, mapping, options }: ImportPlan): KeyReader {
  const kinds = options.matchBy === 'id' ? (['id', 'sku'] as const) : [options.matchBy];
  const places = kinds.flatMap((kind) => {
    const position = layout.columns.findIndex((name) => Object.hasOwn(mapping, name) && mapping[name] === kind);
    return position < 0 ? [] : [{ kind, position, column: layout.columns[position] as string }];
  });
  return ({ cells, problem }) => {
    if (problem !== undefined) return null;
    for (const { kind, position, column } of places) {
      const cell = cells[position];
      const value = typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
      if (nameable.test(value)) return { kind, value, text: `${kind} ${value}`, column };
    }
    return null;
  };
}
