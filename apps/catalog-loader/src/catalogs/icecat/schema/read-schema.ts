import type { ForeignTexts } from '../../../source/labels.ts';
import { readWholeTable, type SourceRow } from '../../../source/source-folder.ts';
import type { ReadOptions } from '../../catalog-reader.ts';

export interface IcecatAttribute {
  readonly code: string;
  /** For example `pim_catalog_text`. */
  readonly type: string;
  readonly group: string;
  readonly localizable: boolean;
  readonly unique: boolean;
  readonly decimals: boolean;
  /** Whether its text is HTML. */
  readonly html: boolean;
  /** Code of the unit in which values are stored: `MILLIMETER`; empty without one. */
  readonly unit: string;
  readonly position: number;
  readonly labels: ForeignTexts;
  readonly options: ReadonlyMap<string, ForeignTexts>;
}

export interface IcecatFamily {
  readonly labels: ForeignTexts;
  readonly attributes: readonly string[];
  /** Attributes that a product needs to be complete for the channel. */
  readonly required: ReadonlySet<string>;
}

export interface IcecatCategory {
  readonly code: string;
  readonly parent: string | null;
  readonly labels: ForeignTexts;
}

export interface FamilyVariant {
  readonly family: string;
  /** Attributes that distinguish variants, those of the first level first. */
  readonly axes: readonly string[];
}

/** The small tables of the catalog, which define the columns of the large ones. */
export interface IcecatSchema {
  readonly groups: readonly { readonly code: string; readonly labels: ForeignTexts; readonly position: number }[];
  readonly attributes: ReadonlyMap<string, IcecatAttribute>;
  readonly families: ReadonlyMap<string, IcecatFamily>;
  readonly familyVariants: ReadonlyMap<string, FamilyVariant>;
  readonly categories: ReadonlyMap<string, IcecatCategory>;
  /** Root of the category tree of the chosen channel. */
  readonly channelTree: string;
  /** Rows of product_models.csv by code. */
  readonly models: ReadonlyMap<string, SourceRow>;
}

/** The channel whose texts, category tree and required attributes are loaded. */
export const chosenChannel = 'ecommerce';

type Cells = SourceRow['cells'];

export const listOf = (cell: string | undefined): string[] => (cell ?? '').split(',').filter(Boolean);

const text = (cells: Cells, column: string): string => cells[column] ?? '';

const labelsOf = (cells: Cells): ForeignTexts =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, value]) =>
      column.startsWith('label-') && value !== '' ? [[column.slice('label-'.length), value]] : [],
    ),
  );

/** Reads every table but products.csv. */
export async function readSchema({ folder, ledger }: ReadOptions): Promise<IcecatSchema> {
  const read = (name: string) =>
    readWholeTable(folder, name, {
      delimiter: ';',
      onBadRow: ({ table, message }) => ledger.add({ outcome: 'left_out', reason: message, subject: table }),
    });
  const options = optionsByAttribute(await read('attribute_options'));
  const channels = await read('channels');
  return {
    groups: (await read('attribute_groups')).map(({ cells }) => ({
      code: text(cells, 'code'),
      labels: labelsOf(cells),
      position: Number(text(cells, 'sort_order')) || 0,
    })),
    attributes: byCode(await read('attributes'), ({ cells }) => toAttribute(cells, options)),
    families: byCode(await read('families'), ({ cells }) => ({
      labels: labelsOf(cells),
      attributes: listOf(cells.attributes),
      required: new Set(listOf(cells[`requirements-${chosenChannel}`])),
    })),
    familyVariants: byCode(await read('family_variants'), ({ cells }) => ({
      family: text(cells, 'family'),
      axes: [...listOf(cells['variant-axes_1']), ...listOf(cells['variant-axes_2'])],
    })),
    categories: byCode(await read('categories'), ({ cells }) => ({
      code: text(cells, 'code'),
      parent: cells.parent || null,
      labels: labelsOf(cells),
    })),
    channelTree: channels.find(({ cells }) => cells.code === chosenChannel)?.cells.tree ?? 'master',
    models: byCode(await read('product_models'), (row) => row),
  };
}

function byCode<T>(rows: readonly SourceRow[], toRecord: (row: SourceRow) => T): Map<string, T> {
  return new Map(rows.map((row) => [row.cells.code ?? '', toRecord(row)]));
}

function optionsByAttribute(rows: readonly SourceRow[]): Map<string, Map<string, ForeignTexts>> {
  const options = new Map<string, Map<string, ForeignTexts>>();
  const ordered = [...rows].sort((a, b) => Number(a.cells.sort_order) - Number(b.cells.sort_order));
  for (const { cells } of ordered) {
    const attribute = text(cells, 'attribute');
    const ofAttribute = options.get(attribute) ?? new Map<string, ForeignTexts>();
    options.set(attribute, ofAttribute.set(text(cells, 'code'), labelsOf(cells)));
  }
  return options;
}

function toAttribute(cells: Cells, options: ReadonlyMap<string, ReadonlyMap<string, ForeignTexts>>): IcecatAttribute {
  const code = text(cells, 'code');
  return {
    code,
    type: text(cells, 'type'),
    group: text(cells, 'group'),
    localizable: cells.localizable === '1',
    unique: cells.unique === '1',
    decimals: cells.decimals_allowed === '1',
    html: cells.wysiwyg_enabled === '1',
    unit: text(cells, 'default_metric_unit'),
    position: Number(text(cells, 'sort_order')) || 0,
    labels: labelsOf(cells),
    options: options.get(code) ?? new Map(),
  };
}
