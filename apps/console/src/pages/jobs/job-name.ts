import type { JobSummary, JobType } from '@product-content/contract';

type NamedJob = Pick<JobSummary, 'type' | 'fileName' | 'dryRun' | 'progress' | 'result'>;

const kinds: Readonly<Record<JobType, string>> = {
  import: 'Import',
  export: 'Export',
  'channel.publish': 'Publication',
};

/** The kind of job for a type, in a word. */
export const kindOf = (type: JobType): string => kinds[type];

/**
 * Distinguishes a job from others of its type: `Import prices.xlsx, 1,204 rows, dry run`.
 *
 * @param channels names of channels by id.
 */
export function nameOfJob(
  { type, fileName, dryRun, progress: { processed, total }, result }: NamedJob,
  channels: ReadonlyMap<string, string>,
): string {
  const { action, channelId } = result ?? {};
  const of = [
    action === 'unpublish' ? 'Withdrawal' : kindOf(type),
    fileName,
    typeof channelId === 'string' && `to ${channels.get(channelId) ?? 'a channel'}`,
  ];
  const unit = type === 'channel.publish' ? 'product' : 'row';
  const count = total ?? processed;
  const details = [
    count > 0 && `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}${total === null ? ' so far' : ''}`,
    dryRun && 'dry run',
  ];
  return [of.filter(Boolean).join(' '), ...details.filter(Boolean)].join(', ');
}
