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

/** What the row of a record of the catalog says. */
export interface CheckedRecord {
  readonly code: string;
  /** What a PATCH of the record takes, and of attributes also what only a new one takes. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A row of a record whose cells are all right by themselves. */
export type ReadRecord = ReadRow<CheckedRecord>;

const { type, localizable, unique } = AttributeCreateSchema.shape;
const rules = Object.entries(AttributeValidationSchema.shape).map(([name, rule]) => [
  name,
  rule.unwrap().nullable().optional(),
]);

/** An attribute that exists keeps what its row does not say. */
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

/** How the rows of records of the catalog are held to the contract. */
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

/** An empty text removes a translated text; null would remove those of the whole locale. */
function withoutNull(translations: unknown): unknown {
  return JSON.parse(JSON.stringify(translations), (_, value: unknown) => value ?? '');
}
