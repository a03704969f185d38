import { CurrencySchema, LocaleSchema } from '@product-content/contract';
import { z } from 'zod';

const unique = (values: readonly string[]) => new Set(values).size === values.length;

/** The input for a new workspace. The first locale and the first currency are its defaults. */
export const WorkspaceCreateSchema = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Must be 1 to 63 of a-z, 0-9 and inner hyphens.')
    .describe('Names the workspace on the command line; unique.'),
  name: z.string().trim().min(1).max(200),
  locales: z.array(LocaleSchema).min(1).max(100).refine(unique, 'Must not repeat a locale.'),
  currencies: z.array(CurrencySchema).min(1).max(100).refine(unique, 'Must not repeat a currency.'),
});

export type WorkspaceCreate = z.output<typeof WorkspaceCreateSchema>;
