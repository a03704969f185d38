import { productStatuses } from '@product-content/contract';
import { z } from 'zod';
import { oneOf, page, pageNumber, text } from '../../page-route.ts';

export const completenesses = ['complete', 'incomplete'] as const;

/** The state of the list: its filters, and the facets by name. Invalid values are dropped. */
const ProductsSearchSchema = z
  .object({
    q: text,
    status: oneOf(productStatuses),
    completeness: oneOf(completenesses),
    cursor: text,
  })
  .loose();

export type ProductsSearch = z.infer<typeof ProductsSearchSchema>;

export const contentTabs = ['texts', 'fields', 'json'] as const;

const ProductSearchSchema = z.object({
  tab: oneOf(contentTabs),
  /** The language of the texts. */
  locale: text,
  /** Whether texts are shown as stored. */
  source: z.literal('yes').optional().catch(undefined),
  page: pageNumber,
  version: pageNumber,
});

export type ProductSearch = z.infer<typeof ProductSearchSchema>;

const ProductEditSearchSchema = z.object({
  /** Dotted path of the field that gets the focus. */
  field: text,
  /** The language shown beside the default one. */
  locale: text,
});

export const productRoutes = [
  page('/products', ProductsSearchSchema, async () => (await import('./products-page.tsx')).ProductsPage),
  page('/products/$idOrSku', ProductSearchSchema, async () => (await import('./product-page.tsx')).ProductPage),
  page(
    '/products/$idOrSku/edit',
    ProductEditSearchSchema,
    async () => (await import('./edit/product-edit-page.tsx')).ProductEditPage,
  ),
] as const;
