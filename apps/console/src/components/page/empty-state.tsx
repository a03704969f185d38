import { Center, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A sentence: "There are no channels." */
  readonly title: string;
  /** What the records are for. */
  readonly children?: ReactNode;
  /** What to do now. */
  readonly action?: ReactNode;
}

/** Shown for a list without records, with a way to create the first one. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Center className="empty" p="xl">
      <Stack align="center" gap="sm" maw="48ch" ta="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && <Text c="dimmed">{children}</Text>}
        {action !== undefined && (
          <Group gap="sm" justify="center">
            {action}
          </Group>
        )}
      </Stack>
    </Center>
  );
}
