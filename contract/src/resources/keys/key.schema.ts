import { secret } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { allScopes, type Scope } from '../../scopes.ts';
import { RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { trimmed } from '../../values/text.ts';

export const apiKeyExample = {
  id: 'key_01k9f2v6m8e5fa1s3tqzc7d4xc',
  name: 'shop sync',
  prefix: 'pcm_01k9f2v6',
  scopes: ['products:read', 'catalog:read'],
  createdAt: '2026-01-31T09:30:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-01-31T09:30:00.000Z',
  deprecatedUses: [],
};

/** An API key, without its secret. */
export const ApiKeySchema = z
  .object({
    id: recordIdOf('apiKey'),
    name: z.string().describe('What the key is for.'),
    prefix: z.string().describe('The first characters of the key, to tell keys apart.'),
    scopes: z.array(z.string()).describe('What the key may do.'),
    createdAt: TimestampSchema,
    expiresAt: TimestampSchema.nullable().describe('When it expires; null: never.'),
    lastUsedAt: TimestampSchema.nullable().describe('Its last use, a few seconds late.'),
    deprecatedUses: z
      .array(
        z
          .object({
            operationId: z.string().describe('The operation, as the API description names it.'),
            field: z
              .string()
              .nullable()
              .describe(
                'The deprecated field that was sent, such as `query.since`; null: the operation is deprecated.',
              ),
            uses: z.int().describe('How often.'),
            lastUsedAt: TimestampSchema,
          })
          .meta({ id: 'DeprecatedUse', description: 'Requests that used deprecated parts of the API.' }),
      )
      .describe('Deprecated operations and fields that the key has used, a few seconds late.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its text.', examples: [apiKeyExample] });

/** A new key with its text, which is shown only once. */
export const ApiKeyWithTextSchema = ApiKeySchema.extend({
  key: secret(z.string()).describe('What requests carry. Shown in this response only: keep it.'),
}).meta({
  id: 'ApiKeyWithText',
  description: 'A new API key with its text, which is shown once.',
  examples: [
    {
      ...apiKeyExample,
      lastUsedAt: null,
      key: 'pcm_01k9f2v6m8e5fa1s3tqzc7d4xc_0123456789abcdefghijklmnopqrstuvwxyz01234567',
    },
  ],
});

const scopes = z
  .array(
    z
      .enum(allScopes as [Scope, ...Scope[]], {
        error: ({ input }) =>
          typeof input === 'string' ? `"${input}" is not a scope. The scopes are ${allScopes.join(', ')}.` : undefined,
      })
      .meta({ id: 'Scope', description: 'What a key may do.' }),
  )
  .min(1, 'Must have a scope.')
  .max(100)
  .transform((names) => [...new Set(names)])
  .describe('What it may do.');

export const ApiKeyCreateSchema = z
  .strictObject({
    name: trimmed(200).describe('What it is for.'),
    scopes,
    expiresAt: z.iso
      .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp such as 2027-01-01T00:00:00Z.' })
      .nullable()
      .optional()
      .describe('When it expires, in the future; null or omitted: never.'),
  })
  .meta({
    id: 'ApiKeyCreate',
    description: 'An API key to create.',
    examples: [
      { name: apiKeyExample.name, scopes: apiKeyExample.scopes },
      { name: 'audit', scopes: ['products:read'], expiresAt: '2099-01-01T00:00:00.000Z' },
    ],
  });

export const ApiKeyPathSchema = z.object({ id: RefSchema.describe('Id of the key.') });

export type ApiKey = z.output<typeof ApiKeySchema>;
export type ApiKeyWithText = z.output<typeof ApiKeyWithTextSchema>;
export type ApiKeyCreate = z.output<typeof ApiKeyCreateSchema>;
