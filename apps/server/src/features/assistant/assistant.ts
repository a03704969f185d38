import type { McpOptions } from '@contract-kit/mcp';
import { apiVersion } from '@product-content/contract';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';

/** What assistants see in addition to the contract's tools. */
export const assistant: Omit<McpOptions, 'contract' | 'origins' | 'logger'> = {
  info: { name: 'product-content', title: 'Product content', version: apiVersion },
  instructions: [
    'This server holds the product content of one workspace: products with variants and translations, and their catalog.',
    'Call get_workspace first: it returns the locales, the currencies and what the key may do.',
    'Products are named by SKU, catalog records by code. Values in `attributes` follow the resource catalog://attributes.',
    'Texts at the top level of a product are in the default locale; other languages are in `translations.<locale>`.',
    'Before changing a product, read it and pass its `version` as expectedVersion. For many products use bulk_upsert_products.',
    'Ask the user before deleting or publishing.',
  ].join('\n'),
  resources,
  prompts,
};
