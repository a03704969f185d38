import type { Express, Response } from 'express';
import { type Clock, systemClock } from '../kernel/index.ts';

/** Whether a process should be sent requests, and why not. */
export type Readiness = 'ready' | 'draining' | 'no database';

/** What load balancers and supervisors ask a process. */
export interface Health {
  readiness(): Promise<Readiness>;
  /** From now on the process is ready no more. */
  drain(): void;
}

export interface HealthOptions {
  /** Asks the database for anything. */
  readonly checkDatabase: () => Promise<unknown>;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Milliseconds for which the result of a check is reused. */
const freshMs = 1000;
/** A database that takes longer is as good as none. */
const patienceMs = 2000;

export function createHealth({ checkDatabase, clock = systemClock }: HealthOptions): Health {
  let draining = false;
  let last = { at: Number.NEGATIVE_INFINITY, reached: Promise.resolve(false) };

  function databaseIsReached(): Promise<boolean> {
    const at = clock.now().getTime();
    if (at - last.at >= freshMs) last = { at, reached: respondsInTime(checkDatabase) };
    return last.reached;
  }

  return {
    async readiness() {
      if (draining) return 'draining';
      return (await databaseIsReached()) ? 'ready' : 'no database';
    },
    drain() {
      draining = true;
    },
  };
}

async function respondsInTime(check: () => Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const responding = check().then(
    () => true,
    () => false,
  );
  return Promise.race([responding, tooLate]).finally(() => clearTimeout(timer));
}

/** Liveness: responds as long as the process can respond at all. */
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
