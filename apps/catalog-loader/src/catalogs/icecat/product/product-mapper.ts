import { SkuSchema } from '@product-content/contract';
import type { PlannedProduct } from '../../../load-plan.ts';
import { type ForeignTexts, toWorkspaceTexts } from '../../../source/labels.ts';
import { type SourceRow, whereIs } from '../../../source/source-folder.ts';
import type { ReadOptions } from '../../catalog-reader.ts';
import { familyAttribute } from '../definitions.ts';
import { brandCategoryOf, placeProduct } from '../placement.ts';
import { parseColumn, type ValueCell, type ValueColumn } from '../schema/columns.ts';
import { type IcecatAttribute, type IcecatSchema, listOf } from '../schema/read-schema.ts';
import { applyValues, type Note } from './apply-values.ts';
import { associationsOf, isAssociationColumn } from './associations.ts';
import { ProductDraft } from './product-draft.ts';

/** The identity of a product, without its content. */
export type ProductIdentity = Pick<PlannedProduct, 'sku' | 'type' | 'parent' | 'variantAxes'> & {
  readonly family: string;
};

const identityColumns = new Set(['sku', 'code', 'parent', 'family', 'family_variant', 'categories', 'enabled']);

/** Attributes whose text can replace a missing name, best first. */
const nameSubstitutes = ['erp_name', 'variation_name'];

/** Turns rows of products.csv and product_models.csv into products. */
export class ProductMapper {
  readonly #schema: IcecatSchema;
  readonly #options: ReadOptions;
  readonly #columns = new Map<string, ValueColumn | null>();

  constructor(schema: IcecatSchema, options: ReadOptions) {
    this.#schema = schema;
    this.#options = options;
  }

  /** @returns null when the row cannot be a product; the reason is in the ledger. */
  toProduct(row: SourceRow, { family, ...identity }: ProductIdentity): PlannedProduct | null {
    const { workspace, imageBase } = this.#options;
    const note: Note = (outcome, reason, detail) =>
      this.#options.ledger.add({ outcome, reason, subject: identity.sku, where: whereIs(row), detail });
    if (!SkuSchema.safeParse(identity.sku).success) {
      note('refused', 'the SKU has characters the API does not accept');
      return null;
    }
    const draft = new ProductDraft(
      { ...identity, status: row.cells.enabled === '0' ? 'draft' : 'approved' },
      workspace,
    );
    this.#place(draft, row, note);
    const optionLabel = (attribute: IcecatAttribute, code: string) => this.#label(attribute.options.get(code), code);
    for (const [attribute, cells] of this.#valuesOf(row, note)) {
      applyValues({ draft, imageBase, note, optionLabel }, attribute, cells);
    }
    if (this.#schema.families.has(family)) draft.attributes[familyAttribute] = family;
    if (draft.name === null && identity.type !== 'variant') this.#substituteName(draft, identity.sku, note);
    return draft.toProduct();
  }

  /** The products a row is associated with; null when there are none. */
  toAssociations(row: SourceRow, identity: ProductIdentity): PlannedProduct | null {
    const associations = associationsOf(row);
    return associations === null ? null : { sku: identity.sku, type: identity.type, associations };
  }

  #place(draft: ProductDraft, { cells }: SourceRow, note: Note): void {
    const codes = listOf(cells.categories);
    const { category, collections, unknown } = placeProduct(codes, this.#schema);
    if (category !== null) draft.set({ category });
    for (const code of collections) draft.addCollection(code);
    for (const code of unknown) note('left_out', 'a category does not exist', code);
    const brand = brandCategoryOf(codes, this.#schema);
    if (brand !== null) draft.set({ brand: this.#label(this.#schema.categories.get(brand)?.labels, brand) });
  }

  #valuesOf(row: SourceRow, note: Note): Map<IcecatAttribute, ValueCell[]> {
    const values = new Map<IcecatAttribute, ValueCell[]>();
    for (const [header, text] of Object.entries(row.cells)) {
      if (text === '' || identityColumns.has(header) || isAssociationColumn(header)) continue;
      const column = this.#columnOf(header);
      const attribute = column === null ? undefined : this.#schema.attributes.get(column.attribute);
      if (column === null || attribute === undefined) {
        note('left_out', `the API has no field for the column ${header}`, text);
        continue;
      }
      const cells = values.get(attribute) ?? [];
      values.set(attribute, cells);
      cells.push({ ...column, text });
    }
    return values;
  }

  #columnOf(header: string): ValueColumn | null {
    const known = this.#columns.get(header);
    if (known !== undefined) return known;
    const column = parseColumn(header, (code) => this.#schema.attributes.has(code));
    this.#columns.set(header, column);
    return column;
  }

  #substituteName(draft: ProductDraft, sku: string, note: Note): void {
    const source = nameSubstitutes.find((code) => typeof draft.attributes[code] === 'string') ?? null;
    const name = source === null ? sku : String(draft.attributes[source]);
    draft.set({ name });
    note('adapted', `the name is missing: ${source ?? 'the SKU'} is used instead`, name);
  }

  #label(labels: ForeignTexts | undefined, code: string): string {
    return toWorkspaceTexts(labels ?? {}, this.#options.workspace).text ?? code;
  }
}
