import type { Definitions, PlannedCategoryAttributes } from '../load-plan.ts';
import { type AttributeRenames, findRenames, renameDefinitions } from './attribute-renames.ts';
import { type DefinitionContext, ensureRecords, recordResult } from './ensure-records.ts';
import { missingOfAttribute, missingOfCategory, missingOfCollection, missingOfGroup } from './missing-parts.ts';

/**
 * Creates everything that the products of a catalog refer to: groups, attributes, categories, the attributes of
 * categories, collections. Existing definitions are completed, never overwritten.
 *
 * @param catalog is appended to the codes of attributes that exist with another type.
 * @returns the attributes that got a different code than in the catalog.
 * @throws ApiRequestError when the API refuses more than one record.
 */
export async function ensureDefinitions(
  context: DefinitionContext,
  planned: Definitions,
  catalog: string,
): Promise<AttributeRenames> {
  const { client, ledger } = context;
  await ensureRecords(context, {
    kind: 'attributeGroups',
    planned: planned.attributeGroups,
    existing: (await client.attributeGroups.list()).body.data,
    missing: missingOfGroup,
    calls: client.attributeGroups,
  });

  const attributes = (await client.attributes.list()).body.data;
  const renames = findRenames(planned.attributes, attributes, catalog);
  for (const [code, renamed] of renames) {
    const reason = 'the workspace has another type of attribute under this code: the catalog’s gets a new code';
    ledger.add({ outcome: 'adapted', reason, subject: code, detail: `loaded as ${renamed}` });
  }
  const definitions = renameDefinitions(planned, renames);
  await ensureRecords(context, {
    kind: 'attributes',
    planned: definitions.attributes,
    existing: attributes,
    missing: missingOfAttribute,
    calls: client.attributes,
  });
  await ensureRecords(context, {
    kind: 'categories',
    planned: definitions.categories,
    existing: (await client.categories.list({ query: { format: 'flat' } })).body.data,
    missing: missingOfCategory,
    calls: client.categories,
  });
  for (const entry of definitions.categoryAttributes) await ensureCategoryAttributes(context, entry);
  await ensureRecords(context, {
    kind: 'collections',
    planned: definitions.collections,
    existing: (await client.collections.list()).body.data,
    missing: missingOfCollection,
    calls: client.collections,
  });
  return renames;
}

/** Adds the planned attributes to a category's own list; existing entries are not changed. */
async function ensureCategoryAttributes(
  context: DefinitionContext,
  { category, attributes }: PlannedCategoryAttributes,
): Promise<void> {
  const { categories } = context.client;
  const params = { idOrCode: category };
  await recordResult(context, 'categoryAttributes', category, async () => {
    const effective = (await categories.attributes({ params })).body.data;
    const own = effective.filter((attribute) => attribute.source.categoryCode === category);
    const known = new Set(own.map((attribute) => attribute.code));
    const added = attributes.filter(({ attribute }) => !known.has(attribute));
    if (added.length === 0) return 'unchanged';
    const kept = own.map(({ code, required }) => ({ attribute: code, required }));
    await categories.putAttributes({ params, body: { attributes: [...kept, ...added] } });
    return own.length === 0 ? 'created' : 'updated';
  });
}
