import { z } from 'zod';
import { idOf } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema } from '../../values/locale.ts';
import { ApiKeySchema, apiKeyExample } from '../keys/key.schema.ts';

export const IndexSchema = z
  .object({
    name: z.string().describe('Name of the API.'),
    version: z.string().describe('Version of the API description.'),
    links: z.record(z.string(), z.string()).describe('Addresses of the resources by name.'),
  })
  .meta({
    id: 'Index',
    description: 'Where to start.',
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
    key: ApiKeySchema.describe('The calling key.'),
    scopes: z.array(z.string()).describe('What the key may do.'),
    workspace: z
      .object({
        id: idOf('workspace'),
        name: z.string().describe('Name of the workspace.'),
        slug: z.string().describe('Short name of the workspace.'),
        defaultLocale: LocaleSchema,
        locales: z.array(LocaleSchema).describe('Languages of its content.'),
        defaultCurrency: CurrencySchema,
        currencies: z.array(CurrencySchema).describe('Currencies of its prices.'),
      })
      .describe('The workspace of the key.'),
    limits: z
      .object({
        requests: z
          .object({
            limit: z.int().describe('Requests per window.'),
            windowSeconds: z.int().describe('Length of the rolling window.'),
          })
          .describe('The rate limit of the key.'),
        pageSize: z.int().describe('Maximum number of records on a page.'),
        bulkItems: z.int().describe('Most items of a bulk request.'),
      })
      .describe('Limits in force.'),
  })
  .meta({
    id: 'Caller',
    description: 'The caller, and what its key may do.',
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

/** Variants of the OpenAPI document besides the plain one. */
export const openApiProfiles = ['generators'] as const;

export type OpenApiProfile = (typeof openApiProfiles)[number];

export const OpenApiQuerySchema = z.strictObject({
  profile: z.enum(openApiProfiles).optional().describe('`generators`: for programs that write clients.'),
});

export const OpenApiDocumentSchema = z
  .looseObject({ openapi: z.string().describe('Version of the OpenAPI specification.') })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI document.' });

export type Index = z.output<typeof IndexSchema>;
export type Caller = z.output<typeof CallerSchema>;
