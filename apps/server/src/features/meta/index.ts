export { createMeta } from './create-meta.ts';
export { consolePath, MetaService, referencePath } from './meta.service.ts';
export { readOpenApiText } from './openapi-text.ts';
