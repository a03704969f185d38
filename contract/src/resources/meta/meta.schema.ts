import { z } from 'zod';
import { idOf } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { ApiKeySchema, apiKeyExample } from '../keys/key.schema.ts';

export const IndexSchema = z
  .object({
    name: z.string(),
    version: z.string().describe('Version of the API description.'),
    links: z.record(z.string(), z.string()).describe('Addresses of the resources by name.'),
  })
  .meta({
    id: 'Index',
    examples: [
      {
        name: 'Product Content Management API',
        version: '1.0.0',
        links: { openapi: 'https://pim.example.com/api/v1/openapi.json' },
      },
    ],
  });

export const CallerSchema = z
  .object({
    key: ApiKeySchema,
    scopes: z.array(z.string()),
    workspace: z.object({
      id: idOf('workspace'),
      name: z.string(),
      slug: z.string(),
      defaultLocale: LocaleSchema,
      locales: z.array(LocaleSchema),
      defaultCurrency: CurrencySchema,
      currencies: z.array(CurrencySchema),
    }),
    limits: z.object({
      requests: z.object({ limit: z.int(), windowSeconds: z.int() }),
      pageSize: z.int(),
      bulkItems: z.int(),
    }),
  })
  .meta({
    id: 'Caller',
    examples: [
      {
        key: apiKeyExample,
        scopes: apiKeyExample.scopes,
        workspace: {
          id: 'wsp_01k9f2v6m8e5fa1s3tqzc7d4xg',
          name: 'Acme',
          slug: 'acme',
          defaultLocale: 'en',
          locales: ['en', 'de'],
          defaultCurrency: 'EUR',
          currencies: ['EUR', 'USD'],
        },
        limits: { requests: { limit: 600, windowSeconds: 60 }, pageSize: 250, bulkItems: 500 },
      },
    ],
  });

export type Index = z.output<typeof IndexSchema>;
export type Caller = z.output<typeof CallerSchema>;
