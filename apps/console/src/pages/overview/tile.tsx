import { Box, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TileProps {
  readonly title: string;
  /** The number, as a link to its records. */
  readonly children: ReactNode;
  /** Explains the number. */
  readonly note?: ReactNode;
  readonly chart?: ReactNode;
}

/** A number of the overview with a small chart. */
export function Tile({ title, children, note, chart }: TileProps) {
  return (
    <Paper withBorder p="lg" h="100%">
      <Stack gap="xs" h="100%">
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <Text component="div" fz="xl" fw={600} className="numeric">
          {children}
        </Text>
        {note !== undefined && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {chart !== undefined && (
          <Box mt="auto" pt="sm">
            {chart}
          </Box>
        )}
      </Stack>
    </Paper>
  );
}

export interface Part {
  readonly name: string;
  readonly count: number;
  /** A colour of the theme. */
  readonly color: string;
}

/** The parts of a whole as one bar. The note beside it says the same in words. */
export function Shares({ parts }: { readonly parts: readonly Part[] }) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Progress.Root size="sm" aria-hidden>
      {total > 0 &&
        parts.map(({ name, count, color }) => (
          <Progress.Section key={name} value={(100 * count) / total} color={color} aria-label={name} />
        ))}
    </Progress.Root>
  );
}

/** `1,204`; `250+` if not all were counted. */
export function toCount(count: number, isMore = false): string {
  return `${count.toLocaleString('en')}${isMore ? '+' : ''}`;
}
