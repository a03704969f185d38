import { createCursorCodec } from '@contract-kit/middleware';
import type { JobKind } from '../../src/features/jobs/job-kind.ts';
import { JobList } from '../../src/features/jobs/records/job-list.ts';
import { JobsRepository } from '../../src/features/jobs/records/jobs.repository.ts';
import { JobsService } from '../../src/features/jobs/records/jobs.service.ts';
import { type JobWorker, type JobWorkerOptions, startJobWorker } from '../../src/features/jobs/worker/job-worker.ts';
import { WorkspaceRepository, WorkspaceService } from '../../src/features/workspaces/index.ts';
import { type RequestContext, silentLogger, systemClock, systemIds } from '../../src/kernel/index.ts';
import { createTestContext, createTestWorkspace, type TestDatabase } from '../index.ts';

export interface WorkerFixture {
  readonly jobs: JobsService;
  /** A context in a new workspace. */
  createContext(): Promise<RequestContext>;
  startWorker(options?: Partial<JobWorkerOptions>): JobWorker;
}

/** Jobs of some kinds on a test's database. Workers look often and try again soon, so that no test waits for long. */
export function createWorkerFixture({ database, url }: TestDatabase, kinds: readonly JobKind[]): WorkerFixture {
  const ports = { clock: systemClock, ids: systemIds };
  const workspaces = new WorkspaceService({ repository: new WorkspaceRepository(database), ...ports });
  const jobs = new JobsRepository(database);
  const cursors = createCursorCodec({ secret: 'secret of a test' });
  const baseUrl = () => 'http://127.0.0.1/api/v1';
  return {
    jobs: new JobsService({ database, jobs, list: new JobList(jobs, cursors), kinds, ...ports, baseUrl }),
    createContext: async () => createTestContext(await createTestWorkspace(database)),
    startWorker: (options = {}) =>
      startJobWorker({
        database,
        databaseUrl: url,
        kinds,
        ...ports,
        logger: silentLogger,
        workspace: (id) => workspaces.getById(id),
        retryMs: 10,
        pollMs: 20,
        ...options,
      }),
  };
}
