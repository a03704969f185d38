import { Button, Group, Progress, Text } from '@mantine/core';
import type { Sent } from '../../api/upload-fetch.ts';
import { toSize } from '../records/values.tsx';

export interface UploadProgressProps {
  /** Names the file to screen readers. */
  readonly fileName: string;
  readonly sent: Sent | null;
  readonly onCancel: () => void;
}

/** How much of a file was sent, until the server has all of it. */
export function UploadProgress({ fileName, sent, onCancel }: UploadProgressProps) {
  const { bytes, total } = sent ?? { bytes: 0, total: 1 };
  return (
    <Group gap="sm" wrap="nowrap" w="100%">
      <Progress.Root size="md" flex={1} miw={0}>
        <Progress.Section value={(100 * bytes) / total} aria-label={`Sent of ${fileName}`} />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="numeric">
        {bytes === total ? 'The server reads it' : sent && `${toSize(bytes)} of ${toSize(total)}`}
      </Text>
      <Button variant="default" size="compact-sm" aria-label={`Cancel ${fileName}`} onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
