import type { JobSummary, JobType } from '@product-content/contract';

type NamedJob = Pick<JobSummary, 'type' | 'progress' | 'result'>;

const kinds: Readonly<Record<JobType, string>> = {
  import: 'Import',
  export: 'Export',
  'channel.publish': 'Publication',
};

/** The kind of job for a type, in a word. */
export const kindOf = (type: JobType): string => kinds[type];

/**
 * Distinguishes a job from others of its type: the file it wrote or its channel, the number of rows, and whether it is a
 * dry run.
 *
 * @param channels names of channels by id.
 */
export function nameOfJob({ type, progress, result }: NamedJob, channels: ReadonlyMap<string, string>): string {
  const { fileName, dryRun, action, channelId } = result ?? {};
  const of = [
    action === 'unpublish' ? 'Withdrawal' : kindOf(type),
    typeof fileName === 'string' && fileName,
    typeof channelId === 'string' && `to ${channels.get(channelId) ?? 'a channel'}`,
  ];
  const unit = type === 'channel.publish' ? 'product' : 'row';
  const details = [
    progress.total !== null && `${progress.total.toLocaleString('en')} ${unit}${progress.total === 1 ? '' : 's'}`,
    dryRun === true && 'dry run',
  ];
  return [of.filter(Boolean).join(' '), ...details.filter(Boolean)].join(', ');
}
