import { Badge, Code, Group, Text } from '@mantine/core';
import type { LoggedRequest } from '@product-content/contract';
import type { ReactNode } from 'react';
import { Link } from '../../components/page/link.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Status, Time, toDuration } from '../../components/records/values.tsx';

const columns: readonly Column<LoggedRequest>[] = [
  {
    id: 'request',
    title: 'Request',
    fixed: true,
    cell: ({ requestId, method, path, operationId }) => (
      <>
        <Group gap="sm" wrap="nowrap" align="baseline">
          <Badge variant="default" radius="sm">
            {method}
          </Badge>
          <Link to="/requests/$requestId" params={{ requestId }} className="row-link value" fw={500}>
            {path.replace(/^\/api\/v1/, '')}
          </Link>
        </Group>
        <Text size="xs" c="dimmed">
          {operationId ?? 'no operation'}
        </Text>
      </>
    ),
  },
  { id: 'status', title: 'Status', cell: (request) => <ResponseStatus of={request} /> },
  { id: 'error', title: 'Error', cell: ({ errorCode }) => (errorCode === null ? <Nothing /> : errorCode) },
  { id: 'key', title: 'Key', cell: ({ key }) => key.name ?? <Nothing>revoked</Nothing> },
  { id: 'duration', title: 'Duration', align: 'right', cell: ({ durationMs }) => toDuration(durationMs) },
  { id: 'when', title: 'When', cell: ({ createdAt }) => <Time at={createdAt} isExact /> },
  { id: 'source', title: 'Source', optional: true, cell: ({ source }) => source },
  { id: 'id', title: 'Id', optional: true, cell: ({ requestId }) => <Code>{requestId}</Code> },
];

export interface RequestTableProps {
  readonly label: string;
  readonly requests: readonly LoggedRequest[] | undefined;
  readonly empty: ReactNode;
  readonly filters?: ReactNode;
}

/** Requests of the log, each a link to its page. */
export function RequestTable({ requests, ...rest }: RequestTableProps) {
  return (
    <RecordTable columns={columns} rows={requests} keyOf={(one) => `${one.requestId} ${one.createdAt}`} {...rest} />
  );
}

/** `422`, or that the client disconnected before there was a response. */
export function ResponseStatus({ of: { status } }: { readonly of: Pick<LoggedRequest, 'status'> }) {
  if (status === null) return <Status state="client disconnected" />;
  return <Status state={String(status)} tone={status >= 500 ? 'bad' : status >= 400 ? 'busy' : 'good'} />;
}
