import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toProblem } from '../../api/problem.ts';
import { ProblemAlert } from './problem-alert.tsx';

export interface LoadedProps<Value> {
  readonly of: UseQueryResult<Value, Error>;
  readonly children: (value: Value) => ReactNode;
  /** Lines of the skeleton while nothing has arrived. Default 3. */
  readonly lines?: number;
}

/** A response of the API: its skeleton, its problem, or itself. A refresh that fails keeps what is shown. */
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
