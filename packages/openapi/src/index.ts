export { toCanonicalJson } from './canonical-json.ts';
export { createOpenApiDocument } from './create-open-api-document.ts';
export type * from './document.ts';
export type { OpenApiOptions, WebhookDescription } from './options.ts';
export { createErrorReference } from './reference/error-reference.ts';
export { createOperationReference } from './reference/operation-reference.ts';
export type { JsonSchema } from './schemas/json-schema.ts';
export type { HeaderDescription, SchemaMeta } from './schemas/schema-meta.ts';
