import { z } from 'zod';

/** Key of the zod metadata that holds the schema of a {@link deferred} value. */
export const deferredSchemaKey = 'deferredSchema';

/**
 * Accepts any value and documents `schema`. Use it for the items of a batch, where one invalid item must not refuse the
 * whole request; the handler validates each item against `schema`.
 *
 * A list of deferred items makes its field the operation's `batch`: an item that no schema can validate reaches the
 * handler as an `InvalidItem`.
 *
 * @example
 * body: z.strictObject({ items: z.array(deferred(TodoSchema)).max(500) }),
 */
export function deferred<T extends z.ZodType>(schema: T): z.ZodUnknown {
  return z.unknown().meta({ [deferredSchemaKey]: schema });
}

/** The schema behind a {@link deferred} one, or undefined. */
export function deferredSchemaOf(schema: z.ZodType): z.ZodType | undefined {
  const documented = schema.meta()?.[deferredSchemaKey];
  return documented instanceof z.ZodType ? documented : undefined;
}

/** The lists of deferred items in a body, each with its maximum length if it has one. */
export function deferredListsOf(body: unknown): { readonly field: string; readonly maxItems?: number }[] {
  const shape = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
  return shape.flatMap(([field, schema]) => {
    const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    if (!(list instanceof z.ZodArray) || deferredSchemaOf(list.element as z.ZodType) === undefined) return [];
    const { maxItems } = z.toJSONSchema(list);
    return [{ field, ...(maxItems !== undefined && { maxItems }) }];
  });
}
