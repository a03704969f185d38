import { Code, Text } from '@mantine/core';
import { deliveryStatuses, type WebhookDelivery } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { numberedPages, Pager } from '../../components/page/pager.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { AttemptOutcome } from './attempt-outcome.tsx';
import { RedeliverButton } from './redeliver-button.tsx';

const route = getRouteApi('/webhooks/$id');

/** Milliseconds between requests for deliveries: some may be in progress. */
const refreshMs = 3000;

/** The deliveries to an endpoint, newest first. */
export function DeliveryList({ endpointId }: { readonly endpointId: string }) {
  const { page = 1, status } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('webhooks.redeliver');
  const params = { id: endpointId };
  const deliveries = useRead(
    'webhooks.deliveries',
    { params, query: { page, limit: 20, ...(status && { status }) } },
    { keepPrevious: true, refreshMs: () => refreshMs },
  );
  const pagination = deliveries.data?.body.pagination;
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'event',
      title: 'Event',
      fixed: true,
      cell: ({ id, event, eventId }) => (
        <>
          <Link
            to="/webhooks/$id/deliveries/$deliveryId"
            params={{ id: endpointId, deliveryId: id }}
            className="row-link"
            fw={500}
          >
            {event}
          </Link>
          <Text size="xs" c="dimmed">
            {eventId}
          </Text>
        </>
      ),
    },
    { id: 'state', title: 'State', cell: (delivery) => <Status state={delivery.status} /> },
    { id: 'attempts', title: 'Attempts', align: 'right', cell: ({ attempt }) => attempt },
    { id: 'outcome', title: 'Last attempt', cell: (delivery) => <AttemptOutcome {...delivery} /> },
    { id: 'created', title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'next',
      title: 'Next attempt',
      cell: ({ nextRetryAt }) => (nextRetryAt === null ? <Nothing /> : <Time at={nextRetryAt} />),
    },
    { id: 'id', title: 'Delivery', optional: true, cell: ({ id }) => <Code>{id}</Code> },
  ];
  const redeliver: Column<WebhookDelivery> = {
    id: 'action',
    title: 'Action',
    fixed: true,
    cell: (delivery) => <RedeliverButton endpointId={endpointId} delivery={delivery} isSmall />,
  };
  return (
    <Section title="Deliveries">
      <RecordTable
        label="Deliveries of the endpoint"
        columns={mayWrite ? [...columns, redeliver] : columns}
        of={deliveries}
        keyOf={({ id }) => id}
        filters={
          <ChoiceFilter
            label="State"
            value={status}
            options={deliveryStatuses}
            onChange={(value) => void navigate({ search: { status: value }, resetScroll: false })}
          />
        }
        empty={
          status === undefined ? (
            <EmptyState title="Nothing was sent yet.">Send a test event to try the endpoint.</EmptyState>
          ) : (
            <EmptyState title={`No delivery is ${status}.`} />
          )
        }
      />
      {pagination !== undefined && (
        <Pager
          {...numberedPages(pagination, (to) => void navigate({ search: { page: to, status }, resetScroll: false }))}
        />
      )}
    </Section>
  );
}
