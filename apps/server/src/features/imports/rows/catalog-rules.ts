import {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  AttributeValidationSchema,
  type CatalogRecordType,
  CategoryCreateSchema,
  CollectionCreateSchema,
} from '@product-content/contract';
import { z } from 'zod';
import { toFieldErrors } from '../../../kernel/index.ts';
import type { ColumnScope } from '../../columns/index.ts';
import { parseDefaultValue, type RowInput } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import type { ReadRow, RowRules } from './read-row.ts';

/** The content of a catalog record's row. */
export interface CheckedRecord {
  readonly code: string;
  /** The input of a PATCH of the record; for attributes, also the fields of a new one. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A row of a catalog record whose cells are valid individually. */
export type ReadRecord = ReadRow<CheckedRecord>;

const { type, localizable, unique } = AttributeCreateSchema.shape;
const rules = Object.entries(AttributeValidationSchema.shape).map(([name, rule]) => [
  name,
  rule.unwrap().nullable().optional(),
]);

/** An attribute that exists keeps what its row does not mention. */
const AttributeRowSchema = AttributeCreateSchema.extend({
  type: type.optional(),
  localizable: localizable.unwrap(),
  unique: unique.unwrap(),
  validation: z.strictObject(Object.fromEntries(rules)).optional(),
});

const schemas: Readonly<Record<CatalogRecordType, z.ZodType<object>>> = {
  categories: CategoryCreateSchema,
  collections: CollectionCreateSchema,
  attribute_groups: AttributeGroupCreateSchema,
  attributes: AttributeRowSchema,
};

/** How the rows of catalog records are checked against the contract. */
export function createCatalogRules(
  recordType: CatalogRecordType,
  { options }: ImportPlan,
  { catalog }: ColumnScope,
): RowRules<CheckedRecord> {
  const listSeparator = options.listSeparator ?? '|';
  return {
    check(cells: RowInput) {
      const fields: Record<string, unknown> = { ...cells };
      if (typeof fields.defaultValue === 'string') {
        const ofType = fields.type ?? catalog.attribute(String(fields.code))?.type;
        fields.defaultValue = parseDefaultValue(ofType, fields.defaultValue, listSeparator);
      }
      if (fields.translations !== undefined) fields.translations = withoutNull(fields.translations);
      const parsed = schemas[recordType].safeParse(fields);
      if (!parsed.success) return { issues: toFieldErrors(parsed.error.issues) };
      const { code, ...input } = parsed.data as { readonly code: string };
      return { issues: null, checked: { code, input } };
    },
  };
}

/** Empty text removes a translated text; null would remove all texts of the locale. */
function withoutNull(translations: unknown): unknown {
  return JSON.parse(JSON.stringify(translations), (_, value: unknown) => value ?? '');
}
