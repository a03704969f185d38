import { noSearch, page } from '../../page-route.ts';

export const exportRoutes = [
  page('/exports', noSearch, async () => (await import('./exports-page.tsx')).ExportsPage),
] as const;
