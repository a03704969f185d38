import type { z } from 'zod';

/**
 * Marks an alternative of a union that is accepted beside a better one: another spelling, a value in place of a list of
 * one. Documents show it; those that clients are generated from show the others alone.
 *
 * @example
 * z.union([z.enum(['comma', 'tab']), alsoAccepted(z.enum([',', '\t']))])
 */
export function alsoAccepted<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ 'x-also-accepted': true });
}
