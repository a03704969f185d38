import type { JobSummary, JobType } from '@product-content/contract';

type NamedJob = Pick<JobSummary, 'jobId' | 'type' | 'progress' | 'result'>;

const kinds: Readonly<Record<JobType, string>> = {
  import: 'Import',
  export: 'Export',
  'channel.publish': 'Publication',
};

/** The kind of job for a type, in a word. */
export const kindOf = (type: JobType): string => kinds[type];

/**
 * Distinguishes a job from others of its type: its file or channel, the number of rows, and whether it is a dry run.
 *
 * @param channels names of channels by id.
 */
export function nameOfJob({ jobId, type, progress, result }: NamedJob, channels: ReadonlyMap<string, string>): string {
  const { fileName, dryRun, action, channelId } = result ?? {};
  const of = [
    action === 'unpublish' ? 'Withdrawal' : kindOf(type),
    type === 'import' && fileNames.of(jobId),
    type === 'export' && fileName,
    typeof channelId === 'string' && `to ${channels.get(channelId) ?? 'a channel'}`,
  ];
  const unit = type === 'channel.publish' ? 'product' : 'row';
  const details = [
    progress.total !== null && `${progress.total.toLocaleString('en')} ${unit}${progress.total === 1 ? '' : 's'}`,
    dryRun === true && 'dry run',
  ];
  return [of.filter(Boolean).join(' '), ...details.filter(Boolean)].join(', ');
}

const storageKey = 'console-imported-files';
const remembered = 100;

/** The names of the files imported from this browser, because the API does not store them. */
export const fileNames = {
  of: (jobId: string): string | undefined => read().find(([id]) => id === jobId)?.[1],
  remember(jobId: string, name = ''): void {
    localStorage.setItem(storageKey, JSON.stringify([[jobId, name], ...read()].slice(0, remembered)));
  },
} as const;

function read(): readonly (readonly [jobId: string, name: string])[] {
  return JSON.parse(localStorage.getItem(storageKey) ?? '[]');
}
