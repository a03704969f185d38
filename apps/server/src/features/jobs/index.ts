export type { JobKind, JobResult, JobRun, JobStep, ProgressCount } from './job-kind.ts';
export { JobList } from './records/job-list.ts';
export { createJobLookup } from './records/job-lookup.ts';
export { JobsRepository } from './records/jobs.repository.ts';
export { JobsService, type JobsServiceOptions, type NewJobInput } from './records/jobs.service.ts';
export { sweepJobs } from './sweep-jobs.ts';
export { JobInterrupted } from './worker/job-interrupted.ts';
export { type JobWorker, type JobWorkerOptions, startJobWorker } from './worker/job-worker.ts';
export { notifyOfDueJobs } from './worker/leases.ts';
