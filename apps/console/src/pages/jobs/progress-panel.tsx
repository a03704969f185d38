import { Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Job } from '@product-content/contract';
import { Status, toDuration } from '../../components/records/values.tsx';
import { durationMsOf, isGoingOn } from './job-progress.ts';

/** The progress of a job, its speed, and its results so far. */
export function ProgressPanel({ job }: { readonly job: Job }) {
  const { status, progress, errorCount, result } = job;
  const unit = job.type === 'channel.publish' ? 'products' : 'rows';
  const counts = Object.entries(countTitles).flatMap(([name, title]) => {
    const value = result?.[name];
    return typeof value === 'number' ? [{ title, value }] : [];
  });
  const failed =
    progress.processed === 0 ? 0 : (Math.min(errorCount, progress.processed) / progress.processed) * progress.percent;
  const error = toError(result?.error);
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Status state={status} />
          <Text size="sm" c="dimmed" className="numeric">
            {pace(job, unit)}
          </Text>
        </Group>
        <Progress.Root size="md">
          <Progress.Section
            value={progress.percent - failed}
            color={status === 'failed' ? 'red' : status === 'completed' ? 'green' : undefined}
            animated={status === 'running'}
            aria-label="Progress"
          />
          {failed > 0 && <Progress.Section value={failed} color="red" aria-label="Failed" />}
        </Progress.Root>
        {error !== null && <Text fw={500}>{error}</Text>}
        {counts.length > 0 && (
          <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} component="dl" className="counts">
            {counts.map(({ title, value }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value.toLocaleString('en')}</dd>
              </div>
            ))}
          </SimpleGrid>
        )}
      </Stack>
    </Paper>
  );
}

/** Result properties that are counts, with their labels. */
const countTitles: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  unchanged: 'Unchanged',
  failed: 'Failed',
  archived: 'Archived',
  published: 'Published',
  unpublished: 'Withdrawn',
  notReady: 'Not ready',
  rejected: 'Rejected',
  count: 'Rows written',
  warnings: 'Warnings',
  size: 'Bytes',
};

/** `2,000 of 61,770 rows · 1,450 rows per second · 41 s left`. */
function pace(job: Job, unit: string): string {
  const { processed, total } = job.progress;
  const ms = durationMsOf(job);
  const perSecond = ms === null || ms === 0 ? 0 : (1000 * processed) / ms;
  const done = processed.toLocaleString('en');
  const parts = [
    total === null || total === processed ? `${done} ${unit}` : `${done} of ${total.toLocaleString('en')} ${unit}`,
  ];
  if (perSecond >= 1) parts.push(`${Math.round(perSecond).toLocaleString('en')} ${unit} per second`);
  if (isGoingOn(job) && total !== null && perSecond > 0)
    parts.push(`${toDuration((1000 * (total - processed)) / perSecond)} left`);
  if (!isGoingOn(job) && ms !== null) parts.push(`took ${toDuration(ms)}`);
  return parts.join(' · ');
}

function toError(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return String(error.message);
}
