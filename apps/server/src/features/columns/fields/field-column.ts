import type { CellCodec } from '../cells/cell-codec.ts';
import { formatCell } from '../cells/cell-codec.ts';
import { CellProblem } from '../cells/cell-problem.ts';
import { assertListLength, ListTooLong } from '../cells/cell-text.ts';
import type { CellOptions, CellValue, Column } from '../column.ts';

type Tree = Record<string, unknown>;

export interface FieldOptions {
  readonly key: string;
  readonly codec: CellCodec;
  /** The path of the field in documents and inputs. Default: the key. */
  readonly path?: readonly string[];
  readonly readOnly?: boolean;
  /** False for fields that a product always has. Default true. */
  readonly clearable?: boolean;
}

/** A column for one path of the document and the input. */
export function createFieldColumn(options: FieldOptions): Column {
  const { key, codec, path = key.split('.'), readOnly = false, clearable = true } = options;
  const read = (document: object): CellValue => {
    const stored = valueAt(document as Tree, path);
    if (stored === undefined || stored === null) return null;
    return codec.show?.(stored) ?? (stored as CellValue);
  };
  return {
    key,
    readOnly,
    collects: codec.collects ?? false,
    numberText: codec.numberText,
    holdsDates: codec.holdsDates,
    read,
    readText(document, text) {
      const value = read(document);
      return Array.isArray(value) && value.length === 0 ? (codec.emptyText ?? '') : formatCell(value, text);
    },
    write(input, value, cell) {
      if (readOnly) return null;
      const parsed = parse(codec, value, cell);
      if (parsed instanceof CellProblem) return parsed;
      const others = codec.collects ? valueAt(input as Tree, path) : null;
      const join = codec.join ?? ((items, more) => [...items, ...more]);
      setAt(input as Tree, path, Array.isArray(others) ? join(others, parsed as unknown[]) : parsed);
      return null;
    },
    clear(input) {
      if (!readOnly && clearable && valueAt(input as Tree, path) === undefined) setAt(input as Tree, path, null);
    },
  };
}

/** Lists that are too long are rejected before their items are parsed. */
function parse(codec: CellCodec, value: unknown, cell: CellOptions): unknown {
  try {
    if (Array.isArray(value)) assertListLength(value.length);
    return codec.parse(value, cell);
  } catch (error) {
    if (error instanceof ListTooLong) return new CellProblem(error.message);
    throw error;
  }
}

/** Codes and locales come from callers and may be `constructor`: only own properties count. */
function valueAt(tree: Tree, path: readonly string[]): unknown {
  let value: unknown = tree;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Tree)[step];
  }
  return value;
}

function setAt(tree: Tree, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(at, step)) at[step] = {};
    at = at[step] as Tree;
  }
  at[path.at(-1) as string] = value;
}
