import type { ExtraRoute } from '@contract-kit/middleware';

/** Routes beside the contract: a health check for anyone, an export for keys that may read. */
export const extraRoutes: readonly ExtraRoute[] = [
  {
    method: 'GET',
    path: '/health',
    auth: 'none',
    handle: async () => ({ status: 200, body: { status: 'ok' } }),
  },
  {
    method: 'GET',
    path: '/export.csv',
    scopes: ['todos:read'],
    handle: async ({ caller }) => {
      return { status: 200, headers: { 'Content-Type': 'text/csv' }, body: `tenant\n${caller?.tenantId}\n` };
    },
  },
];
