import type { Express, Response } from 'express';
import { type Clock, systemClock } from '../kernel/index.ts';

/** Whether a process should receive requests, and why not. */
export type Readiness = 'ready' | 'draining' | 'no database';

/** The state of a process for load balancers and supervisors. */
export interface Health {
  readiness(): Promise<Readiness>;
  /** Makes the process not ready from now on. */
  drain(): void;
}

export interface HealthOptions {
  /** Runs any query. */
  readonly checkDatabase: () => Promise<unknown>;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Milliseconds for which the result of a check is reused. */
const freshMs = 1000;
/** Milliseconds after which a slow database counts as unavailable. */
const timeoutMs = 2000;

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
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const responding = check().then(
    () => true,
    () => false,
  );
  return Promise.race([responding, tooLate]).finally(() => clearTimeout(timer));
}

/** Liveness: responds as long as the process can respond at all. */
export const livenessPath = '/healthz';
/** Readiness: 200, or 503 without a database and while the process is stopping. */
export const readinessPath = '/readyz';

/** Both need no key, are not rate limited and are outside the API: they describe this process, not the service. */
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
