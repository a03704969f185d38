import { Alert, Code, Modal, Switch, Text } from '@mantine/core';
import { type Event, eventRetentionDays, eventSummaries, eventTypes } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ChoiceFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { JsonView } from '../../components/records/code-view.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Time } from '../../components/records/values.tsx';
import { useEventFeed } from './use-event-feed.ts';

const route = getRouteApi('/events');

const columns: readonly Column<Event>[] = [
  {
    id: 'event',
    title: 'Event',
    fixed: true,
    cell: ({ id, type }) => (
      <>
        <Link
          from="/events"
          to="."
          search={(before) => ({ ...before, event: id })}
          resetScroll={false}
          className="row-link"
          fw={500}
        >
          {type}
        </Link>
        <Text size="xs" c="dimmed">
          {eventSummaries[type]}
        </Text>
      </>
    ),
  },
  { id: 'about', title: 'About', cell: (event) => <Subject event={event} /> },
  { id: 'change', title: 'Change', cell: (event) => changeOf(event) ?? <Nothing /> },
  { id: 'when', title: 'When', cell: ({ createdAt }) => <Time at={createdAt} isExact /> },
  { id: 'id', title: 'Id', optional: true, cell: ({ id }) => <Code>{id}</Code> },
];

/** The events of the workspace, newest first; new ones appear while it is open. */
export function EventsPage() {
  const { type } = route.useSearch();
  // Each type has its own feed.
  return <Feed key={type ?? 'all'} />;
}

function Feed() {
  const { type, event: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setLive] = useState(true);
  const { events, isComplete, error } = useEventFeed(type, isLive);
  const open = events?.find(({ id }) => id === openId);
  return (
    <Page
      title="Events"
      description={`Changes to products, the catalog and assets, and finished jobs. Events are kept for ${eventRetentionDays} days.`}
      actions={
        <Switch label="Live" checked={isLive} onChange={({ currentTarget }) => setLive(currentTarget.checked)} />
      }
    >
      <ProblemOf query={{ error }} />
      {events !== undefined && !isComplete && (
        <Alert variant="outline" color="gray">
          Only new events are shown, because the feed is long. To read all of it in order, copy the request as code.
        </Alert>
      )}
      <RecordTable
        label="Events"
        columns={columns}
        rows={events}
        keyOf={({ id }) => id}
        filters={
          <ChoiceFilter
            label="Event"
            value={type}
            options={eventTypes.map((value) => ({ value, label: value }))}
            onChange={(value) => void navigate({ search: { type: value } })}
          />
        }
        empty={
          <EmptyState title="There are no events yet.">
            {isLive ? 'New events appear here automatically.' : 'Turn on Live to see new events.'}
          </EmptyState>
        }
      />
      <Modal
        opened={open !== undefined}
        onClose={() => void navigate({ search: { type }, resetScroll: false })}
        size="xl"
        title={open?.type}
      >
        {open !== undefined && <JsonView what="the event" value={open} />}
      </Modal>
    </Page>
  );
}

/** The record that an event is about, with a link if the console has a page for it. */
function Subject({ event: { type, data } }: { readonly event: Event }) {
  if ('product' in data) return <ProductLink sku={data.product.sku} />;
  if (type === 'product.deleted') return <>{data.sku}</>;
  if ('jobId' in data) {
    return data.type === 'webhook.delivery' ? (
      <Link to="/webhooks/$id" params={{ id: data.jobId }}>
        Webhook endpoint
      </Link>
    ) : (
      <Link to="/jobs/$jobId" params={{ jobId: data.jobId }}>
        {data.type.replaceAll('.', ' ')} job
      </Link>
    );
  }
  if ('code' in data) return <>{data.code}</>;
  return <>{data.fileName}</>;
}

function ProductLink({ sku }: { readonly sku: string }) {
  return (
    <Link to="/products/$idOrSku" params={{ idOrSku: sku }}>
      {sku}
    </Link>
  );
}

/** The number of changed fields that are listed. */
const listedFields = 4;

/** `price, name and 3 others`, `draft to approved`; null if the type says everything. */
function changeOf({ type, data }: Event): string | null {
  if (type === 'product.status_changed') return `${data.previousStatus} to ${data.product.status}`.replaceAll('_', ' ');
  if (type === 'job.failed') return data.result.error.message;
  if (!('changedFields' in data)) return null;
  const others = data.changedFields.length - listedFields;
  const listed = data.changedFields.slice(0, listedFields).join(', ');
  return others > 0 ? `${listed} and ${others} others` : listed;
}
