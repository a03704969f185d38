import type { PlannedProduct } from '../../load-plan.ts';
import { readTable, type SourceRow, whereIs } from '../../source/source-folder.ts';
import type { ReadOptions } from '../catalog-reader.ts';
import { axesOf, findModel, foldIn, isSubModel, overruledColumns, rootOf } from './models.ts';
import { type ProductIdentity, ProductMapper } from './product/product-mapper.ts';
import type { IcecatSchema } from './schema/read-schema.ts';

/** The family of a model's products, empty without one. */
export const familyOf = (model: SourceRow, { familyVariants }: IcecatSchema): string =>
  familyVariants.get(model.cells.family_variant ?? '')?.family ?? '';

/** Rows of products.csv. @param recordBadRows whether to record malformed rows: the file is read more than once. */
export function productRows({ folder, ledger }: ReadOptions, recordBadRows: boolean): AsyncGenerator<SourceRow> {
  return readTable(folder, 'products', {
    delimiter: ';',
    onBadRow({ table, message }) {
      if (!recordBadRows) return;
      ledger.countRow(table);
      ledger.add({ outcome: 'refused', reason: 'the row is malformed', subject: table, detail: message });
    },
  });
}

/** Parents, then simple products and variants, then associations. */
export async function* toProducts(
  schema: IcecatSchema,
  options: ReadOptions,
  hasAssociations: boolean,
): AsyncGenerator<PlannedProduct> {
  const mapper = new ProductMapper(schema, options);
  yield* parents(schema, options, mapper);
  for await (const row of productRows(options, true)) {
    options.ledger.countRow(row.table);
    const identified = identify(row, schema, options);
    const product = identified && mapper.toProduct(identified.row, identified.identity);
    if (product) yield product;
  }
  if (!hasAssociations) return;
  for await (const row of productRows(options, false)) {
    const identity = { sku: row.cells.sku ?? '', family: '', type: row.cells.parent ? 'variant' : 'simple' } as const;
    const product = mapper.toAssociations(row, identity);
    if (product === null) continue;
    options.ledger.countRow(`associations of ${row.table}`);
    yield product;
  }
}

function* parents(schema: IcecatSchema, { ledger }: ReadOptions, mapper: ProductMapper): Generator<PlannedProduct> {
  for (const model of schema.models.values()) {
    ledger.countRow(model.table);
    const sku = model.cells.code ?? '';
    if (isSubModel(model)) {
      const root = rootOf(model, schema);
      const reason =
        root === null
          ? 'a sub-model has no root model: its variants are refused'
          : 'a sub-model is merged into its variants, which belong to its root with the axes of both levels';
      const detail = root === null ? model.cells.parent : `root ${root.cells.code}`;
      ledger.add({
        outcome: root === null ? 'refused' : 'folded',
        reason,
        subject: sku,
        where: whereIs(model),
        detail,
      });
      continue;
    }
    const variantAxes = [...axesOf(model, schema)];
    const product = mapper.toProduct(model, { sku, type: 'parent', variantAxes, family: familyOf(model, schema) });
    if (product !== null) yield product;
  }
}

/** Decides what a row of products.csv is: a simple product, or a variant under the root of its model. */
function identify(
  row: SourceRow,
  schema: IcecatSchema,
  { ledger }: ReadOptions,
): { row: SourceRow; identity: ProductIdentity } | null {
  const { sku = '', parent, family = '' } = row.cells;
  if (!parent) return { row, identity: { sku, type: 'simple', family } };
  const where = whereIs(row);
  const link = findModel(parent, schema);
  const root = link === null ? null : rootOf(link.model, schema);
  if (link === null || root === null) {
    ledger.add({ outcome: 'refused', reason: 'the parent does not exist', subject: sku, where, detail: parent });
    return null;
  }
  const code = link.model.cells.code as string;
  if (!link.exact) {
    const reason = 'the parent link differs in letter case from the model’s code: that model is used';
    ledger.add({ outcome: 'adapted', reason, subject: sku, where, detail: `${parent} differs from ${code}` });
  }
  const identity = { sku, type: 'variant', parent: root.cells.code, family } as const;
  if (!isSubModel(link.model)) return { row, identity };
  for (const column of overruledColumns(row, link.model)) {
    const reason = 'a variant has its own value, which replaces that of its sub-model';
    ledger.add({ outcome: 'adapted', reason, subject: sku, where, detail: `${column} of ${code}` });
  }
  return { row: foldIn(row, link.model), identity };
}
