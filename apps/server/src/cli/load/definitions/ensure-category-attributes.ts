import { EffectiveAttributeSchema } from '@product-content/contract';
import { z } from 'zod';
import type { PlannedCategoryAttributes } from '../load-plan.ts';
import { book, change, type DefinitionContext } from './ensure-records.ts';

/** Adds the planned attributes to the categories' own lists; what a list already has stays as it is. */
export async function ensureCategoryAttributes(
  context: DefinitionContext,
  planned: readonly PlannedCategoryAttributes[],
): Promise<void> {
  const { client } = context;
  for (const { category, attributes } of planned) {
    await book(context, 'categoryAttributes', category, async () => {
      const path = `/categories/${category}/attributes`;
      const effective = await client({ method: 'GET', path, data: z.array(EffectiveAttributeSchema) });
      const own = effective.filter((attribute) => attribute.source.categoryCode === category);
      const known = new Set(own.map((attribute) => attribute.code));
      const added = attributes.filter(({ attribute }) => !known.has(attribute));
      if (added.length === 0) return 'unchanged';
      const kept = own.map(({ code, required }) => ({ attribute: code, required }));
      await change(client, 'PUT', path, { attributes: [...kept, ...added] });
      return own.length === 0 ? 'created' : 'updated';
    });
  }
}
