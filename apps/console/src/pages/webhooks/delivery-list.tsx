import { contract, type WebhookDelivery } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { type Route, toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { toOutcome } from './attempt-outcome.ts';

export interface DeliveryListProps {
  readonly endpointId: string;
  readonly route: Route;
  /** Told when an event was sent once more. */
  readonly onSent: () => void;
}

/** Deliveries are asked for again this often: some may be under way. */
const refreshMs = 3000;

/** What was sent to an endpoint, newest first. */
export function DeliveryList({ endpointId, route, onSent }: DeliveryListProps) {
  const { api } = useSession();
  const mayWrite = useMay(contract.webhooks.patch);
  const page = Number(route.query.get('page') ?? 1);
  const params = { id: endpointId };
  const deliveries = useQuery(
    `deliveries ${endpointId} ${page}`,
    async (signal) => (await api.webhooks.deliveries({ params, query: { page, limit: 20 }, signal })).body,
    { again: () => refreshMs },
  );
  const redeliver = async (deliveryId: string) => {
    await api.webhooks.redeliver({ params: { ...params, deliveryId } });
    deliveries.reload();
    onSent();
  };
  const columns: Column<WebhookDelivery>[] = [
    { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: 'Event',
      cell: ({ event, eventId }) => (
        <>
          <code>{event}</code>
          <br />
          <code class="muted">{eventId}</code>
        </>
      ),
    },
    { title: 'State', cell: ({ status }) => <Badge state={status} /> },
    {
      title: 'Attempts',
      cell: ({ id, attempt }) => (
        <a href={toHash(['webhooks', endpointId, 'deliveries', id])} aria-label={`Attempts of ${id}: ${attempt}`}>
          {attempt}
        </a>
      ),
    },
    { title: 'Last attempt', cell: toOutcome },
    { title: 'Next attempt', cell: ({ nextRetryAt }) => (nextRetryAt === null ? '–' : <Time at={nextRetryAt} />) },
  ];
  const again: Column<WebhookDelivery> = {
    title: 'Action',
    cell: ({ id, status }) => (
      <ActionButton onClick={() => redeliver(id)}>{status === 'pending' ? 'Send now' : 'Send again'}</ActionButton>
    ),
  };
  return (
    <>
      <h2>Deliveries</h2>
      <Loaded of={deliveries}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Deliveries"
              columns={mayWrite ? [...columns, again] : columns}
              rows={data}
              keyOf={({ id }) => id}
              empty="Nothing was sent yet."
            />
            <Pager {...pagination} hrefOf={(number) => toHash(['webhooks', endpointId], { page: number })} />
          </>
        )}
      </Loaded>
    </>
  );
}
