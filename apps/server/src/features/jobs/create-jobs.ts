import { defineTask } from '../../kernel/index.ts';
import { createIdLookup } from '../id-lookup.ts';
import type { Ports } from '../ports.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobQueue } from './job-queue.ts';
import { createJobsRoutes } from './jobs.routes.ts';
import { visibleTypes } from './records/job-access.ts';
import { JobList } from './records/job-list.ts';
import { JobsRepository } from './records/jobs.repository.ts';
import { JobsService } from './records/jobs.service.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { JobMeasures } from './worker/job-measures.ts';
import { startJobWorker } from './worker/job-worker.ts';

export interface JobsNeeds {
  readonly queue: JobQueue;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Background jobs. Features that accept jobs depend on it, and register their handlers. */
export function createJobs(ports: Ports, { queue }: JobsNeeds) {
  const { database, files, cursors, clock, ids, logger, baseUrl, workspace, tracing } = ports;
  const handlers: JobHandler[] = [];
  const measures = new JobMeasures(database);
  const repository = new JobsRepository(database);
  const list = new JobList(repository, cursors);
  const service = new JobsService({ database, queue, jobs: repository, list, handlers, clock, ids, baseUrl });
  const lookup = createIdLookup(
    'job',
    async ({ tenantId, scopes }, id) => {
      const type = await repository.typeOf(tenantId, id);
      return type !== null && visibleTypes(scopes).includes(type);
    },
    'jobId',
  );
  return {
    service,
    /** Adds handlers; one of the same type is replaced. */
    register(added: readonly JobHandler[]): void {
      for (const handler of added) {
        const at = handlers.findIndex(({ type }) => type === handler.type);
        handlers.splice(at === -1 ? handlers.length : at, 1, handler);
      }
    },
    routes: createJobsRoutes({ jobs: service, files }),
    lookups: { job: lookup },
    tasks: [
      defineTask('jobs.sweep', 3600, (signal) => sweepJobs({ database, handlers, logger }, clock.now(), { signal })),
    ],
    metricSources: [measures],
    /** Runs jobs in this process. */
    startWorker: () => startJobWorker({ database, queue, handlers, clock, ids, logger, workspace, tracing, measures }),
  };
}
