import { z } from 'zod';

/** Key of the zod metadata under which {@link deferred} keeps the schema it stands for. */
export const deferredSchemaKey = 'deferredSchema';

/**
 * Accepts anything now and documents `schema`: for the items of a batch, where one bad item must not refuse the
 * whole request. The handler validates each item against `schema` itself.
 */
export function deferred<T extends z.ZodType>(schema: T): z.ZodUnknown {
  return z.unknown().meta({ [deferredSchemaKey]: schema });
}

/** The schema a {@link deferred} one stands for, or undefined. */
export function deferredSchemaOf(schema: z.ZodType): z.ZodType | undefined {
  const documented = schema.meta()?.[deferredSchemaKey];
  return documented instanceof z.ZodType ? documented : undefined;
}
