import type { Express, Response } from 'express';
import type { Health } from './health.ts';

/** Where a supervisor asks whether the process lives: it answers as long as it can answer anything. */
export const livenessPath = '/healthz';
/** Where a load balancer asks whether to send requests: 200, or 503 without a database and while the process ends. */
export const readinessPath = '/readyz';

/** Both take no key, count against no limit and stand beside the API: they are this process's, not the service's. */
export function serveHealth(app: Express, health: Health): void {
  app.get(livenessPath, (_req, res) => send(res, 200, 'alive'));
  app.get(readinessPath, async (_req, res) => {
    const readiness = await health.readiness();
    send(res, readiness === 'ready' ? 200 : 503, readiness);
  });
}

function send(res: Response, code: number, status: string): void {
  res.status(code).set('Cache-Control', 'no-store').json({ status });
}
