import { noSearch, page } from '../../page-route.ts';

export const overviewRoutes = [
  page('/overview', noSearch, async () => (await import('./overview-page.tsx')).OverviewPage),
] as const;
