export type { JobKind, JobResult, JobRun, JobStep, ProgressCount } from './job-kind.ts';
export { JobsRepository } from './jobs.repository.ts';
export { JobsService, type JobsServiceOptions, type NewJobInput } from './jobs.service.ts';
export { JobInterrupted } from './worker/job-interrupted.ts';
export { type JobWorker, type JobWorkerOptions, startJobWorker } from './worker/job-worker.ts';
export { notifyOfDueJobs } from './worker/leases.ts';
