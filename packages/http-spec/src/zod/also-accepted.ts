import type { z } from 'zod';

/**
 * Marks an alternative of a union as accepted but not preferred: another spelling, or a single value instead of a list
 * of one. Documents for readers show it; documents for client generators leave it out.
 *
 * @example
 * z.union([z.enum(['comma', 'tab']), alsoAccepted(z.enum([',', '\t']))])
 */
export function alsoAccepted<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ 'x-also-accepted': true });
}
