import { productFieldExamples } from './product-fields.ts';

const at = '2026-01-31T09:30:00.000Z';

/** A product as the API answers it, for the documents made from the contract. */
export const productExample = {
  id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xw',
  sku: 'MUG-BLUE',
  type: 'simple',
  parent: null,
  variantAxes: [],
  status: 'approved',
  version: 3,
  ...productFieldExamples,
  completeness: 100,
  createdAt: at,
  updatedAt: at,
};
