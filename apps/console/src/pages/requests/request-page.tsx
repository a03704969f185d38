import { Code, List, Text } from '@mantine/core';
import type { LoggedRequest } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { type OperationId, operationIds, routeOf } from '../../api/operations.ts';
import { useRead } from '../../api/use-read.ts';
import { CopyButton } from '../../components/forms/copy-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ButtonLink, Link } from '../../components/page/link.tsx';
import { RecordPage, Section } from '../../components/page/page.tsx';
import { CodeView } from '../../components/records/code-view.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Nothing, Time, toDuration, toSize } from '../../components/records/values.tsx';
import { RequestTable, ResponseStatus } from './request-table.tsx';

const route = getRouteApi('/requests/$requestId');

/** One request: its content, its outcome, and other requests of the same key around that time. */
export function RequestPage() {
  const { requestId } = route.useParams();
  const request = useRead('requests.get', { params: { requestId } }, { appearsLater: true });
  return (
    <RecordPage
      of={request}
      title={({ method, path }) => `${method} ${path}`}
      untitled="Request"
      parent={<Link to="/requests">Requests</Link>}
      actions={(data) => <PlaygroundLink request={data} />}
    >
      {(data) => (
        <>
          <RequestFacts request={data} />
          {data.errorFields.length > 0 && <InvalidFields fields={data.errorFields} />}
          <Section title="Request line">
            <CodeView what="the request line" text={requestLine(data)} />
            <Text size="xs" c="dimmed">
              The log keeps the names of query parameters, but neither their values nor bodies.
            </Text>
          </Section>
          <SameOperation request={data} />
        </>
      )}
    </RecordPage>
  );
}

function PlaygroundLink({ request: { operationId, path } }: { readonly request: LoggedRequest }) {
  const operation = operationIds.find((id) => id === operationId);
  if (operation === undefined) return null;
  return (
    <ButtonLink to="/playground" search={{ operation, params: paramsOf(operation, path) }} variant="default">
      Open in playground
    </ButtonLink>
  );
}

function RequestFacts({ request }: { readonly request: LoggedRequest }) {
  const { requestId, key, operationId, errorCode, durationMs, responseBytes, source, isReplay, createdAt } = request;
  return (
    <Facts
      facts={[
        { name: 'Status', value: <ResponseStatus of={request} /> },
        { name: 'Error', value: errorCode },
        { name: 'Operation', value: operationId ?? <Nothing>no operation matches the path and method</Nothing> },
        {
          name: 'Key',
          value: (
            <Link to="/keys/$id" params={{ id: key.id }}>
              {key.name ?? key.id}
            </Link>
          ),
        },
        { name: 'Arrived', value: <Time at={createdAt} isExact /> },
        { name: 'Duration', value: toDuration(durationMs) },
        {
          name: 'Response',
          value: responseBytes === null ? null : toSize(responseBytes),
        },
        { name: 'Source', value: source },
        { name: 'Replayed', value: isReplay ? 'the response to an earlier request with this Idempotency-Key' : null },
        {
          name: 'Id',
          value: (
            <>
              <Code>{requestId}</Code> <CopyButton text={requestId} what="the request id" />
            </>
          ),
        },
      ]}
    />
  );
}

function InvalidFields({ fields }: { readonly fields: readonly string[] }) {
  return (
    <Section title="Invalid fields">
      <List>
        {fields.map((field) => (
          <List.Item key={field}>
            <Code>{field}</Code>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** The most recent failures of the same operation with the same key, which show whether this is the first one. */
function SameOperation({ request: { key, operationId, requestId } }: { readonly request: LoggedRequest }) {
  const others = useRead(
    'requests.list',
    { query: { key: key.id, operation: operationId ?? '', limit: 11 } },
    { enabled: operationId !== null },
  );
  if (operationId === null) return null;
  return (
    <Section
      title="Other requests of this operation and key"
      actions={
        <Link to="/requests" search={{ key: key.id, operation: operationId }}>
          View all
        </Link>
      }
    >
      <RequestTable
        label="Requests of the same operation and key"
        requests={others.data?.body.data.filter((other) => other.requestId !== requestId).slice(0, 10)}
        empty={<EmptyState title="There is no other request of this operation by this key." />}
      />
    </Section>
  );
}

function requestLine({ method, path, queryParameters }: LoggedRequest): string {
  const query = queryParameters.map((name) => `${name}=…`).join('&');
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}

/** The path parameters as JSON; undefined if the path does not match the operation. */
function paramsOf(operation: OperationId, path: string): string | undefined {
  const names = [...routeOf(operation).path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pattern = routeOf(operation).path.replaceAll(/:\w+/g, '([^/]+)');
  const values = new RegExp(`${pattern}$`).exec(path)?.slice(1);
  if (values === undefined || names.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
