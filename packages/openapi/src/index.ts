export { toCanonicalJson } from './canonical-json.ts';
export { createOpenApiDocument } from './create-open-api-document.ts';
export type * from './document.ts';
export {
  createGeneratorDocument,
  type GeneratorDocument,
  type GeneratorDocumentOptions,
} from './generators/create-generator-document.ts';
export type { OpenApiOptions, WebhookDescription } from './options.ts';
export { createErrorReference } from './reference/error-reference.ts';
export { createEventReference } from './reference/event-reference.ts';
export { createLimitReference, type LimitDescription } from './reference/limit-reference.ts';
export { createOperationReference } from './reference/operation-reference.ts';
export { createScopeReference } from './reference/scope-reference.ts';
export { createToolReference } from './reference/tool-reference.ts';
export type { JsonSchema } from './schemas/json-schema.ts';
export type { HeaderDescription, SchemaMeta } from './schemas/schema-meta.ts';
