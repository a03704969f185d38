import { postgresSchema } from '@contract-kit/middleware/postgres';

/** The tables, for a migration. The document is the response as text, written with its row. */
export const schema = [
  `create table todo (
    tenant text not null,
    id text collate "C" not null,
    version int not null,
    document text not null,
    primary key (tenant, id)
  )`,
  postgresSchema.apiKey({ tenantColumn: 'tenant', idType: 'text' }),
  postgresSchema.idempotencyRecord({ scopeColumn: 'tenant', scopeType: 'text' }),
  postgresSchema.rateLimitWindow(),
].join(';\n');
