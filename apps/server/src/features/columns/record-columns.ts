import {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  type CatalogRecordType,
  CategoryCreateSchema,
  CollectionCreateSchema,
  type RecordType,
} from '@product-content/contract';
import { toReference } from './cells/catalog-codecs.ts';
import { type CellCodec, enumCodec, textCodec, trimmedTextCodec } from './cells/cell-codec.ts';
import { CellProblem } from './cells/cell-problem.ts';
import { boundCodec, defaultValueCodec, optionListCodec } from './cells/definition-codecs.ts';
import type { Column, ColumnScope, RecordColumns } from './column.ts';
import { fieldsOf } from './fields/contract-fields.ts';
import { createFieldColumn } from './fields/field-column.ts';
import { createProductColumns } from './product-columns.ts';

/** The columns for files of one record type, derived from the contract like those of products. */
export function createColumns(recordType: RecordType, scope: ColumnScope): RecordColumns {
  return recordType === 'products' ? createProductColumns(scope) : createCatalogColumns(recordType, scope);
}

/** What is specific to the files of one record type. */
interface RecordShape {
  /** The columns of a record, without its translations. */
  readonly fields: readonly Column[];
  /** The translated fields, by their key in the default language. */
  readonly translated: Readonly<Record<string, (locale: string) => string>>;
  /** Headers of other systems, folded. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Another record, by code or id. */
const referenceCodec: CellCodec = {
  show: (stored) => toReference(stored),
  parse: (value) => toReference(value) ?? new CellProblem('Must be a code or an id.'),
};

/**
 * Columns in which an empty cell changes nothing: what records always have, and options, which a file never removes.
 */
const neverCleared: ReadonlySet<string> = new Set(['code', 'type', 'options']);

/** The columns of contract fields, some with special codecs; null leaves a field out. */
function toFields(
  shape: Parameters<typeof fieldsOf>[0],
  codecs: Readonly<Record<string, CellCodec>>,
  without: readonly string[],
): Column[] {
  const special = new Set([...Object.keys(codecs), ...without]);
  const plain = fieldsOf(shape, '', special).map(({ key, codec, nullable }) => {
    return createFieldColumn({
      key,
      codec: key === 'code' ? trimmedTextCodec : codec,
      clearable: nullable || key.startsWith('validation.'),
    });
  });
  const others = Object.entries(codecs).map(([key, codec]) => {
    return createFieldColumn({ key, codec, clearable: !neverCleared.has(key) });
  });
  return [...plain, ...others];
}

const named = {
  name: (locale: string) => `translations.${locale}.name`,
  description: (locale: string) => `translations.${locale}.description`,
};
const labeled = { label: (locale: string) => `labels.${locale}` };
const positionAliases = { sortorder: 'position', order: 'position' };

/** Attribute types as Akeneo names them. */
const attributeTypeSynonyms = {
  ...{ pim_catalog_text: 'text', pim_catalog_identifier: 'text', pim_catalog_number: 'decimal' },
  ...{ pim_catalog_textarea: 'textarea', pim_catalog_simpleselect: 'select', pim_catalog_date: 'date' },
  ...{ pim_catalog_multiselect: 'multiselect', pim_catalog_boolean: 'boolean' },
};

const attributeShape = AttributeCreateSchema.shape;
const boundCodecs = { 'validation.min': boundCodec, 'validation.max': boundCodec };

const shapes: Readonly<Record<CatalogRecordType, RecordShape>> = {
  categories: {
    fields: toFields(CategoryCreateSchema.shape, { parent: referenceCodec }, ['translations']),
    translated: named,
    aliases: { ...positionAliases, label: 'name', title: 'name', parentcode: 'parent', parentcategory: 'parent' },
  },
  collections: {
    fields: toFields(CollectionCreateSchema.shape, {}, ['translations']),
    translated: named,
    aliases: { ...positionAliases, label: 'name', title: 'name' },
  },
  attribute_groups: {
    fields: toFields(AttributeGroupCreateSchema.shape, {}, ['labels']),
    translated: labeled,
    aliases: { ...positionAliases, name: 'label', title: 'label' },
  },
  attributes: {
    fields: toFields(
      attributeShape,
      {
        type: enumCodec(attributeShape.type.options, attributeTypeSynonyms),
        group: referenceCodec,
        defaultValue: defaultValueCodec,
        options: optionListCodec,
        ...boundCodecs,
      },
      ['labels', 'filterProgress'],
    ),
    translated: labeled,
    aliases: { ...positionAliases, name: 'label', title: 'label', attributegroup: 'group', defaultmetricunit: 'unit' },
  },
};

function createCatalogColumns(recordType: CatalogRecordType, { workspace }: ColumnScope): RecordColumns {
  const { fields, translated, aliases } = shapes[recordType];
  const inLocale = (key: string, locale: string) => {
    if (locale === workspace.defaultLocale) return key;
    return Object.hasOwn(translated, key) ? (translated[key]?.(locale) ?? null) : null;
  };
  const others = (locales: readonly string[]) =>
    locales
      .filter((locale) => locale !== workspace.defaultLocale)
      .flatMap((locale) =>
        Object.values(translated).map((toKey) => createFieldColumn({ key: toKey(locale), codec: textCodec })),
      );
  const known = new Map([...fields, ...others(workspace.locales)].map((column) => [column.key, column]));
  return {
    find: (key) => known.get(key),
    list: ({ locales = workspace.locales } = {}) => [...fields, ...others(locales)],
    aliasOf: (folded) => (Object.hasOwn(aliases, folded) ? { key: aliases[folded] as string, rank: 1 } : null),
    inLocale,
  };
}
