export { type JobRunner, startJobs } from './agenda.ts';
export { defineJob, type JobDefinition } from './define-job.ts';
export { createJobs, type JobServices } from './registry.ts';
