import type { McpResource } from '@contract-kit/mcp';
import { type Attribute, contract } from '@product-content/contract';
import { toAttributesSchema } from './attribute-json-schema.ts';

const attributes = contract.attributes.list.metadata;
const categories = contract.categories.list.metadata;

/** What is worth knowing about a workspace before writing its products. */
export const resources: readonly McpResource[] = [
  {
    uri: 'catalog://attributes',
    name: 'attributes',
    title: 'Attribute schema',
    description: 'A JSON Schema of what `attributes` of a product may hold in this workspace.',
    mimeType: 'application/schema+json',
    scopes: attributes.scopes,
    async read(call) {
      const { data } = (await call({ operationId: attributes.operationId })) as { data: readonly Attribute[] };
      return JSON.stringify(toAttributesSchema(data));
    },
  },
  {
    uri: 'catalog://categories',
    name: 'categories',
    title: 'Category tree',
    description: 'Every category with its children, codes, names and numbers of products.',
    mimeType: 'application/json',
    scopes: categories.scopes,
    read: async (call) => JSON.stringify(await call({ operationId: categories.operationId })),
  },
];
