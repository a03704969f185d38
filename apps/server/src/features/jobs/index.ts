export {
  type JobHandler,
  JobInterrupted,
  type JobResult,
  type JobRun,
  type JobStep,
  type ProgressCount,
} from './job-handler.ts';
export { type JobQueue, type QueueConsumer, RetryLater, type Ticket } from './job-queue.ts';
export { filesOfJob } from './records/job-file.ts';
export { JobList } from './records/job-list.ts';
export { createJobLookup } from './records/job-lookup.ts';
export { JobsRepository } from './records/jobs.repository.ts';
export { JobsService, type JobsServiceOptions, type NewJobInput } from './records/jobs.service.ts';
export { sweepJobs } from './sweep-jobs.ts';
export { type JobWorker, type JobWorkerOptions, startJobWorker } from './worker/job-worker.ts';
