import { Alert, Code, List, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useContext } from 'react';
import { type Problem, toProblem } from '../../api/problem.ts';
import { missingScopes, SessionContext } from '../../session/session.ts';
import { Link } from './link.tsx';

export interface ProblemAlertProps {
  readonly problem: Problem;
  /** The field messages that are not shown beside their fields. Default: all. */
  readonly fields?: Problem['fields'];
}

/** A problem and the request that failed. */
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

/**
 * A link to the request in the log, for a key that may read it; otherwise its id. On the sign-in page there is no
 * session.
 */
export function RequestLink({ id }: { readonly id: string | null }) {
  const session = useContext(SessionContext);
  if (id === null) return null;
  const mayRead = session !== null && missingScopes(session.caller, 'requests.get') === null;
  return (
    <Text size="xs" c="dimmed">
      Request{' '}
      {mayRead ? (
        <Link to="/requests/$requestId" params={{ requestId: id }} ff="monospace">
          {id}
        </Link>
      ) : (
        <Code>{id}</Code>
      )}
    </Text>
  );
}

/** The problem of a read, if it has one: for the place above a table that still shows earlier data. */
export function ProblemOf({ query: { error } }: { readonly query: Pick<UseQueryResult, 'error'> }) {
  return error === null ? null : <ProblemAlert problem={toProblem(error)} />;
}
