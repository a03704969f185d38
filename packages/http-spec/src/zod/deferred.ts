import { z } from 'zod';

/** Key of the zod metadata under which {@link deferred} keeps the schema it stands for. */
export const deferredSchemaKey = 'deferredSchema';

/**
 * Accepts anything now and documents `schema`: for the items of a batch, where one bad item must not refuse the
 * whole request. The handler validates each item against `schema` itself.
 *
 * A list of deferred items makes its field the operation's `batch`: an item that is wrong in a way no schema can judge
 * reaches the handler as an `InvalidItem`.
 *
 * @example
 * body: z.strictObject({ items: z.array(deferred(TodoSchema)).max(500) }),
 */
export function deferred<T extends z.ZodType>(schema: T): z.ZodUnknown {
  return z.unknown().meta({ [deferredSchemaKey]: schema });
}

/** The schema a {@link deferred} one stands for, or undefined. */
export function deferredSchemaOf(schema: z.ZodType): z.ZodType | undefined {
  const documented = schema.meta()?.[deferredSchemaKey];
  return documented instanceof z.ZodType ? documented : undefined;
}

/** The lists of deferred items a body has, each with the most items it takes where it says so. */
export function deferredListsOf(body: unknown): { readonly field: string; readonly maxItems?: number }[] {
  const shape = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
  return shape.flatMap(([field, schema]) => {
    const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    if (!(list instanceof z.ZodArray) || deferredSchemaOf(list.element as z.ZodType) === undefined) return [];
    const { maxItems } = z.toJSONSchema(list);
    return [{ field, ...(maxItems !== undefined && { maxItems }) }];
  });
}
