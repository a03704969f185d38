import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toProblem } from '../../api/problem.ts';
import { ProblemAlert } from './problem-alert.tsx';

export interface LoadedProps<Value> {
  readonly of: UseQueryResult<Value, Error>;
  readonly children: (value: Value) => ReactNode;
  /** Lines of the skeleton until the first response. Default 3. */
  readonly lines?: number;
}

/** Shows the response of a read, or its skeleton, or its problem. If a refresh fails, the earlier response stays. */
export function Loaded<Value>({ of: { data, error }, children, lines = 3 }: LoadedProps<Value>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== null) return <ProblemAlert problem={toProblem(error)} />;
  return (
    <Stack gap="sm" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={36} />
      ))}
    </Stack>
  );
}
