import { defineTask } from '../../kernel/index.ts';
import type { Ports } from '../ports.ts';
import { observeRequests } from './observe-requests.ts';
import { RequestLog } from './request-log.ts';
import { RequestReader } from './request-reader.ts';
import { createRequestsRoutes } from './requests.routes.ts';
import { type RequestRetention, sweepRequests } from './sweep-requests.ts';

export interface RequestsNeeds {
  /** With 0 rows, nothing is logged. */
  readonly retention: RequestRetention;
}

/** The log of the most recent requests of each workspace. */
export function createRequests(ports: Ports, { retention }: RequestsNeeds) {
  const { database, cursors, clock, ids, logger } = ports;
  const log = new RequestLog({
    database,
    ids,
    onError: (err) => logger.warn({ err }, 'Requests could not be written to the request log.'),
  });
  return {
    routes: createRequestsRoutes(new RequestReader({ database, log, cursors })),
    observers: retention.rows === 0 ? [] : [observeRequests(log, clock)],
    tasks: [defineTask('requests.sweep', 60, (signal) => sweepRequests(database, retention, clock.now(), { signal }))],
    metricSources: log.sources,
    close: () => log.close(),
  };
}
