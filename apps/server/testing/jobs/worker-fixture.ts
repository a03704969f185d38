import { createCursorCodec } from '@contract-kit/middleware';
import { Dispatcher } from '../../src/features/jobs/dispatcher.ts';
import type { JobHandler } from '../../src/features/jobs/job-handler.ts';
import { JobList } from '../../src/features/jobs/records/job-list.ts';
import { JobsRepository } from '../../src/features/jobs/records/jobs.repository.ts';
import { JobsService } from '../../src/features/jobs/records/jobs.service.ts';
import { type JobWorker, type JobWorkerOptions, startJobWorker } from '../../src/features/jobs/worker/job-worker.ts';
import { WorkspaceRepository, WorkspaceService } from '../../src/features/workspaces/index.ts';
import { WorkQueue } from '../../src/jobs/index.ts';
import { type RequestContext, silentLogger, systemClock, systemIds } from '../../src/kernel/index.ts';
import { createTestContext, createTestWorkspace, type TestDatabase } from '../index.ts';

export interface WorkerFixture {
  readonly jobs: JobsService;
  readonly dispatcher: Dispatcher;
  /** A context in a new workspace. */
  createContext(): Promise<RequestContext>;
  startWorker(options?: Partial<JobWorkerOptions>): Promise<JobWorker>;
  /** Closes connections to servers other than the database. */
  close(): Promise<void>;
}

/**
 * Jobs on a test database, with handlers of the test. Workers poll often and retry soon, so that no test waits long.
 */
export function createWorkerFixture(
  { database, url }: Pick<TestDatabase, 'database' | 'url'>,
  handlers: readonly JobHandler[],
  jobsUrl: string | null = null,
): WorkerFixture {
  const ports = { clock: systemClock, ids: systemIds };
  const queue = new WorkQueue({ database, databaseUrl: url, jobsUrl, clock: systemClock, logger: silentLogger });
  const workspaces = new WorkspaceService({ repository: new WorkspaceRepository(database), ...ports });
  const jobs = new JobsRepository(database);
  const cursors = createCursorCodec({ secret: 'secret of a test' });
  const baseUrl = () => 'http://127.0.0.1/api/v1';
  return {
    dispatcher: new Dispatcher({ database, queue, handlers }),
    jobs: new JobsService({ database, queue, jobs, list: new JobList(jobs, cursors), handlers, ...ports, baseUrl }),
    createContext: async () => createTestContext(await createTestWorkspace(database)),
    startWorker: (options = {}) =>
      startJobWorker({
        database,
        queue,
        handlers,
        ...ports,
        logger: silentLogger,
        workspace: (id) => workspaces.getById(id),
        retryMs: 10,
        pollMs: 20,
        ...options,
      }),
    close: () => queue.close(),
  };
}
