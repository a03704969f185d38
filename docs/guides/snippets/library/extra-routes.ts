import { callerOf, type GuardedRoutes } from '@contract-kit/middleware';

/** Routes beside the contract: a health check for anyone, an export for keys that may read. */
export function addExtraRoutes({ router, guard }: GuardedRoutes): void {
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/export.csv', guard({ scopes: ['todos:read'] }), (req, res) => {
    res.type('text/csv').send(`tenant\n${callerOf(req)?.tenantId}\n`);
  });
}
