import { z } from 'zod';
import { noSearch, page, text } from '../../page-route.ts';

const CategoriesSearchSchema = z.object({ q: text });

export const categoryRoutes = [
  page('/categories', CategoriesSearchSchema, async () => (await import('./categories-page.tsx')).CategoriesPage),
  page('/categories/$idOrCode', noSearch, async () => (await import('./category-page.tsx')).CategoryPage),
] as const;
