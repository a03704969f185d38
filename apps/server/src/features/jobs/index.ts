export { createJobs, type Jobs } from './create-jobs.ts';
export {
  type DiscardedJob,
  type FailedRow,
  type JobHandler,
  JobInterrupted,
  type JobResult,
  type JobRun,
  type JobStep,
  type MadeFile,
} from './job-handler.ts';
export { type Consumption, type JobQueue, type QueueConsumer, RetryLater, type Ticket } from './job-queue.ts';
export { isUnfinished, selectJobFiles } from './job-subqueries.sql.ts';
export { filesOfJob } from './records/job-file.ts';
export { JobsService } from './records/jobs.service.ts';
