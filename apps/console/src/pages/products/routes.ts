import { productStatuses } from '@product-content/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { rootRoute } from '../../root-route.ts';

export const completenesses = ['complete', 'incomplete'] as const;

/** The state of the list: its filters, and the facets by name. Invalid values are dropped. */
const ProductsSearchSchema = z
  .object({
    q: z.string().optional().catch(undefined),
    status: z.enum(productStatuses).optional().catch(undefined),
    completeness: z.enum(completenesses).optional().catch(undefined),
    cursor: z.string().optional().catch(undefined),
  })
  .loose();

export type ProductsSearch = z.infer<typeof ProductsSearchSchema>;

export const contentTabs = ['texts', 'fields', 'json'] as const;

const ProductSearchSchema = z.object({
  tab: z.enum(contentTabs).optional().catch(undefined),
  /** The language of the texts. */
  locale: z.string().optional().catch(undefined),
  /** Whether texts are shown as stored. */
  source: z.literal('yes').optional().catch(undefined),
  page: z.coerce.number().int().positive().optional().catch(undefined),
  version: z.coerce.number().int().positive().optional().catch(undefined),
});

export type ProductSearch = z.infer<typeof ProductSearchSchema>;

const ProductEditSearchSchema = z.object({
  /** Dotted path of the field that gets the focus. */
  field: z.string().optional().catch(undefined),
  /** The language shown beside the default one. */
  locale: z.string().optional().catch(undefined),
});

export const productRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products',
    validateSearch: ProductsSearchSchema,
    component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/$idOrSku',
    validateSearch: ProductSearchSchema,
    component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/$idOrSku/edit',
    validateSearch: ProductEditSearchSchema,
    component: lazyRouteComponent(() => import('./edit/product-edit-page.tsx'), 'ProductEditPage'),
  }),
] as const;
