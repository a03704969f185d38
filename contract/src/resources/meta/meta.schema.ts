import { z } from 'zod';
import { idOf } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema, TimestampSchema } from '../../values/locale.ts';

export const IndexSchema = z
  .object({
    name: z.string(),
    version: z.string().describe('Version of the API description.'),
    links: z.record(z.string(), z.string()).describe('Addresses of the resources by name.'),
  })
  .meta({ id: 'Index' });

export const CallerSchema = z
  .object({
    key: z.object({
      id: idOf('key'),
      name: z.string(),
      prefix: z.string().describe('The first characters of the key, to tell keys apart.'),
      scopes: z.array(z.string()),
      createdAt: TimestampSchema,
      expiresAt: TimestampSchema.nullable(),
      lastUsedAt: TimestampSchema.nullable(),
    }),
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
  .meta({ id: 'Caller' });

export type Index = z.output<typeof IndexSchema>;
export type Caller = z.output<typeof CallerSchema>;
