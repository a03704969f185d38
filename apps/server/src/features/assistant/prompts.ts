import type { McpPrompt } from '@contract-kit/mcp';
import { contract } from '@product-content/contract';

const list = contract.products.list.metadata;
const get = contract.products.get.metadata;
const patch = contract.products.patch.metadata;
const scopes = [...new Set([...list.scopes, ...patch.scopes])];

const rules = [
  'Write only what the product itself supports; where a fact is missing, ask me or leave the field empty.',
  'Values of attributes follow the resource catalog://attributes.',
  'Show me the new texts before you save, then save with update_product and the product’s version as expectedVersion.',
].join('\n');

/** The tasks on products that people start most often. */
export const prompts: readonly McpPrompt[] = [
  {
    name: 'enrich_product',
    title: 'Complete a product',
    description: 'Fill in missing content of a product: texts, attributes, and a translation if you name a locale.',
    arguments: [
      { name: 'sku', description: 'The product’s SKU or id.', required: true },
      { name: 'locale', description: 'A language to translate it into, such as de.', required: false },
    ],
    scopes,
    async render({ sku = '', locale }, call) {
      const { data } = (await call({ operationId: get.operationId, params: { idOrSku: sku } })) as { data: object };
      const translation = locale ? `Then translate name, texts and localizable attributes into ${locale}.` : '';
      const task = `Complete this product. \`completenessDetails.missing\` names what is missing. ${translation}`;
      return `${task}\n${rules}\n\n${JSON.stringify(data)}`;
    },
  },
  {
    name: 'fill_gaps',
    title: 'Work through incomplete products',
    description: 'Go through the least complete products of a category, one after the other.',
    arguments: [{ name: 'category', description: 'A category’s code; without it all products.', required: false }],
    scopes,
    async render({ category }) {
      const where = category ? ` in the category ${category}` : '';
      return `Find the least complete products${where} with find_incomplete_products, ten at a time. Read each with get_product and complete it.\n${rules}`;
    },
  },
];
