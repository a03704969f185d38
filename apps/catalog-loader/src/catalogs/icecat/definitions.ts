import type {
  Definitions,
  PlannedAttribute,
  PlannedCategory,
  PlannedCategoryAttributes,
  PlannedCollection,
  TargetWorkspace,
} from '../../load-plan.ts';
import { toLabels, toNames } from '../../source/labels.ts';
import { lineage } from './placement.ts';
import type { IcecatScan } from './scan.ts';
import { isKeptAsAttribute, typeOf } from './schema/attribute-types.ts';
import type { IcecatAttribute, IcecatSchema } from './schema/read-schema.ts';
import { symbolOf } from './schema/units.ts';

/** The attribute for the family of a product, which has no field here. */
export const familyAttribute = 'family';

/** The attribute of the source whose options become collections. */
export const collectionAttribute = 'collection';

/** The definitions of the source in the format of the contract. */
export function toDefinitions(schema: IcecatSchema, scan: IcecatScan, workspace: TargetWorkspace): Definitions {
  return {
    attributeGroups: schema.groups.map(({ code, labels, position }) => ({
      code,
      ...toLabels(labels, workspace),
      position,
    })),
    attributes: [...toAttributes(schema, workspace), toFamilyAttribute(schema, workspace)],
    categories: toCategories(schema, workspace),
    categoryAttributes: toCategoryAttributes(schema, scan),
    collections: toCollections(schema, scan, workspace),
  };
}

function toAttributes(schema: IcecatSchema, workspace: TargetWorkspace): PlannedAttribute[] {
  const axes = new Set([...schema.familyVariants.values()].flatMap((variant) => variant.axes));
  const groups = new Set(schema.groups.map((group) => group.code));
  return [...schema.attributes.values()].filter(isKeptAsAttribute).map((attribute) => ({
    code: attribute.code,
    ...toLabels(attribute.labels, workspace),
    type: typeOf(attribute),
    localizable: attribute.localizable,
    unique: attribute.unique,
    group: groups.has(attribute.group) ? attribute.group : null,
    usableAsAxis: axes.has(attribute.code),
    position: attribute.position,
    ...(attribute.unit !== '' && { unit: symbolOf(attribute.unit) }),
    ...(attribute.options.size > 0 && { options: toOptions(attribute, workspace) }),
  }));
}

const toOptions = ({ options }: IcecatAttribute, workspace: TargetWorkspace) =>
  [...options].map(([code, labels]) => ({ code, ...toLabels(labels, workspace) }));

function toFamilyAttribute({ families }: IcecatSchema, workspace: TargetWorkspace): PlannedAttribute {
  const options = [...families].map(([code, { labels }]) => ({ code, ...toLabels(labels, workspace) }));
  return { code: familyAttribute, label: 'Family', type: 'select', options };
}

/** Parents first, siblings in source order. */
function toCategories(schema: IcecatSchema, workspace: TargetWorkspace): PlannedCategory[] {
  const depth = new Map([...schema.categories.keys()].map((code) => [code, lineage(code, schema).length]));
  return [...schema.categories.values()]
    .sort((a, b) => (depth.get(a.code) as number) - (depth.get(b.code) as number))
    .map(({ code, parent, labels }) => ({
      code,
      ...toNames(labels, workspace),
      ...(parent !== null && { parent }),
    }));
}

/** A category gets the attributes of its products' families; an attribute is required if every family requires it. */
function toCategoryAttributes(schema: IcecatSchema, scan: IcecatScan): PlannedCategoryAttributes[] {
  return [...scan.familiesByCategory].map(([category, codes]) => {
    const families = [...codes].flatMap((code) => schema.families.get(code) ?? []);
    const attributes = [...new Set(families.flatMap((family) => family.attributes))].filter((code) => {
      const attribute = schema.attributes.get(code);
      return attribute !== undefined && isKeptAsAttribute(attribute);
    });
    return {
      category,
      attributes: attributes.map((attribute) => ({
        attribute,
        required: families.every((family) => family.required.has(attribute)),
      })),
    };
  });
}

function toCollections(schema: IcecatSchema, scan: IcecatScan, workspace: TargetWorkspace): PlannedCollection[] {
  const seasons = schema.attributes.get(collectionAttribute)?.options ?? new Map();
  return [
    ...[...seasons].map(([code, labels]) => ({ code, ...toNames(labels, workspace) })),
    ...[...scan.categoryCollections].map((code) => ({
      code,
      ...toNames(schema.categories.get(code)?.labels ?? {}, workspace),
    })),
  ];
}
