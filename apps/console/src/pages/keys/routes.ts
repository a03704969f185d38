import { noSearch, page } from '../../page-route.ts';

export const keyRoutes = [
  page('/keys', noSearch, async () => (await import('./keys-page.tsx')).KeysPage),
  page('/keys/$id', noSearch, async () => (await import('./key-page.tsx')).KeyPage),
] as const;
