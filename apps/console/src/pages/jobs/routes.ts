import { jobStatuses, jobTypes } from '@product-content/contract';
import { z } from 'zod';
import { oneOf, page, pageNumber } from '../../page-route.ts';

const JobListSearchSchema = z.object({ type: oneOf(jobTypes), status: oneOf(jobStatuses), page: pageNumber });

/** `page` applies to the row errors. */
const JobSearchSchema = z.object({ page: pageNumber });

export const jobRoutes = [
  page('/jobs', JobListSearchSchema, async () => (await import('./jobs-page.tsx')).JobsPage),
  page('/jobs/$jobId', JobSearchSchema, async () => (await import('./job-page.tsx')).JobPage),
] as const;
