import { z } from 'zod';
import { noSearch, page, pageNumber } from '../../page-route.ts';

const CollectionSearchSchema = z.object({ page: pageNumber });

export const collectionRoutes = [
  page('/collections', noSearch, async () => (await import('./collections-page.tsx')).CollectionsPage),
  page(
    '/collections/$idOrCode',
    CollectionSearchSchema,
    async () => (await import('./collection-page.tsx')).CollectionPage,
  ),
] as const;
