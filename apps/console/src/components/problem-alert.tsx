import { Alert, Code, List, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Problem, toProblem } from '../api/problem.ts';

export interface ProblemAlertProps {
  readonly problem: Problem;
  /** Field messages that are not shown beside their fields. Default: all. */
  readonly fields?: Problem['fields'];
}

/** What went wrong and the request that failed. */
export function ProblemAlert({ problem, fields = problem.fields }: ProblemAlertProps) {
  const entries = Object.entries(fields);
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={problem.message}>
      {entries.length > 0 && (
        <List size="sm">
          {entries.map(([path, message]) => (
            <List.Item key={path}>
              <Code>{path}</Code>: {message}
            </List.Item>
          ))}
        </List>
      )}
      <RequestLink id={problem.requestId} />
    </Alert>
  );
}

/** The id under which the server logged a request. */
export function RequestLink({ id }: { readonly id: string | null }) {
  if (id === null) return null;
  return (
    <Text size="xs" c="dimmed">
      Request <Code>{id}</Code>
    </Text>
  );
}

/** The problem of a read, if it has one: above a table, which shows what arrived before. */
export function ProblemOf({ query: { error } }: { readonly query: Pick<UseQueryResult, 'error'> }) {
  return error === null ? null : <ProblemAlert problem={toProblem(error)} />;
}
