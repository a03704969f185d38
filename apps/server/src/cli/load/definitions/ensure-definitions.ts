import { AttributeGroupSchema, AttributeSchema, CategoryNodeSchema, CollectionSchema } from '@product-content/contract';
import { z } from 'zod';
import type { Definitions } from '../load-plan.ts';
import { type AttributeRenames, findRenames, renameDefinitions } from './attribute-renames.ts';
import { ensureCategoryAttributes } from './ensure-category-attributes.ts';
import { type DefinitionContext, ensureRecords } from './ensure-records.ts';
import { missingOfAttribute, missingOfCategory, missingOfCollection, missingOfGroup } from './missing-parts.ts';

/**
 * Makes the workspace have everything the products of a catalog refer to: groups, attributes, categories,
 * the attributes of categories, collections. Existing definitions are filled in, never overwritten.
 *
 * @param catalog goes into the codes of attributes that exist with another type.
 * @returns the attributes that got another code than the catalog uses.
 * @throws ApiFailure when the API refuses more than one record.
 */
export async function ensureDefinitions(
  context: DefinitionContext,
  planned: Definitions,
  catalog: string,
): Promise<AttributeRenames> {
  const { client, ledger } = context;
  const list = <T extends z.ZodType>(path: string, schema: T) => client({ method: 'GET', path, data: z.array(schema) });

  await ensureRecords(context, {
    kind: 'attributeGroups',
    path: '/attribute-groups',
    planned: planned.attributeGroups,
    existing: await list('/attribute-groups', AttributeGroupSchema),
    missing: missingOfGroup,
  });

  const attributes = await list('/attributes', AttributeSchema);
  const renames = findRenames(planned.attributes, attributes, catalog);
  for (const [code, renamed] of renames) {
    const reason = 'the workspace has another type of attribute under this code: the catalog’s gets a new code';
    ledger.add({ outcome: 'adapted', reason, subject: code, detail: `loaded as ${renamed}` });
  }
  const definitions = renameDefinitions(planned, renames);
  await ensureRecords(context, {
    kind: 'attributes',
    path: '/attributes',
    planned: definitions.attributes,
    existing: attributes,
    missing: missingOfAttribute,
  });
  await ensureRecords(context, {
    kind: 'categories',
    path: '/categories',
    planned: definitions.categories,
    existing: await list('/categories?format=flat', CategoryNodeSchema),
    missing: missingOfCategory,
  });
  await ensureCategoryAttributes(context, definitions.categoryAttributes);
  await ensureRecords(context, {
    kind: 'collections',
    path: '/collections',
    planned: definitions.collections,
    existing: await list('/collections', CollectionSchema),
    missing: missingOfCollection,
  });
  return renames;
}
