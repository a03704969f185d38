import { allScopes, isScope, type Scope } from '@product-content/contract';
import { z } from 'zod';

/** What an API key is made from. */
export const KeyCreateSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scopes: z
    .array(z.string())
    .min(1, 'Must have a scope.')
    .superRefine((scopes, check) => {
      for (const scope of scopes.filter((text) => !isScope(text))) {
        check.addIssue({ code: 'custom', message: `"${scope}" is no scope; there are ${allScopes.join(', ')}.` });
      }
    })
    .transform((scopes) => [...new Set(scopes)] as Scope[]),
  expiresAt: z.date().nullable().default(null),
});

export type KeyCreate = z.output<typeof KeyCreateSchema>;
