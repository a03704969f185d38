import type { Job, JobSummary, JobWarning } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { ListedJob } from '../job.statements.ts';
import type { JobSettings } from '../job-handler.ts';
import { fileOfJob } from './job-file.ts';
import type { ShownJob } from './jobs.repository.ts';

/**
 * A job as the API shows it.
 *
 * @param settings what its handler shows of its input.
 * @param baseUrl the API's address, without a trailing slash.
 */
export function toJob(row: ShownJob, settings: JobSettings | null, baseUrl: string): Job {
  const { errors, warnings } = row;
  return { ...toJobSummary(row, baseUrl), settings, errors: [...errors], warnings: warnings.map(toWarning) };
}

/** Version 1.0.0 stored warnings without the value of their cell. */
function toWarning(warning: Omit<JobWarning, 'value'> & Partial<JobWarning>): JobWarning {
  return { value: null, ...warning };
}

/** A job as a list shows it. */
export function toJobSummary(row: ListedJob, baseUrl: string): JobSummary {
  const jobId = encodeId('job', row.id);
  const self = `${baseUrl}/jobs/${jobId}`;
  const isActive = row.finishedAt === null;
  return {
    jobId,
    type: row.type,
    status: row.status,
    fileName: row.fileName,
    dryRun: row.dryRun,
    progress: { processed: row.processed, total: row.total, percent: toPercent(row) },
    result: row.result,
    errorCount: row.errorCount,
    warningCount: row.warningCount,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    links: {
      self,
      ...(row.errorCount > 0 && { errors: `${self}/errors` }),
      ...(row.errorCount > 0 && row.type === 'import' && { failedRows: `${self}/failed-rows` }),
      ...(fileOfJob(row) !== null && { download: `${self}/download` }),
      ...(isActive && { cancel: `${self}/cancel` }),
    },
  };
}

/** Rounded down, and 100 only when it is completed. */
function toPercent({ status, processed, total }: Pick<ListedJob, 'status' | 'processed' | 'total'>): number {
  if (status === 'completed') return 100;
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * processed) / total));
}
