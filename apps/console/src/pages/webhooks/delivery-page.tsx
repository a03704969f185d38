import {
  attemptResponseBytes,
  contract,
  type WebhookAttempt,
  type WebhookDeliveryDetail,
} from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { go, toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { toOutcome } from './attempt-outcome.ts';

/** While attempts are to come, it is asked for again this often. */
const refreshMs = 3000;

const columns: readonly Column<WebhookAttempt>[] = [
  { title: 'Attempt', cell: ({ attempt }) => attempt },
  { title: 'Ended', cell: ({ finishedAt }) => <Time at={finishedAt} /> },
  { title: 'Outcome', cell: toOutcome },
  { title: 'Response', cell: ({ responseBody }) => <ResponseText text={responseBody} /> },
];

/** One delivery: the event, and what came of each attempt to send it. */
export function DeliveryPage({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const { api } = useSession();
  const mayWrite = useMay(contract.webhooks.patch);
  const params = { id: endpointId, deliveryId };
  const delivery = useQuery(
    `delivery ${deliveryId}`,
    async (signal) => (await api.webhooks.delivery({ params, signal })).body.data,
    { again: ({ status }) => (status === 'pending' ? refreshMs : null) },
  );
  const redeliver = async () => {
    const { body } = await api.webhooks.redeliver({ params });
    if (body.data.id === deliveryId) delivery.reload();
    else go(['webhooks', endpointId, 'deliveries', body.data.id]);
  };
  return (
    <Page title="Webhook delivery">
      <Loaded of={delivery}>
        {(shown) => (
          <>
            <Facts endpointId={endpointId} delivery={shown} />
            {mayWrite && (
              <p class="actions">
                <ActionButton onClick={redeliver}>
                  {shown.status === 'pending' ? 'Send now' : 'Send again'}
                </ActionButton>
              </p>
            )}
            <h2>Attempts</h2>
            <Table
              label="Attempts"
              columns={columns}
              rows={shown.attempts}
              keyOf={({ attempt }) => String(attempt)}
              empty="There was no attempt yet."
            />
            <p class="muted">Of each response, the first {attemptResponseBytes} bytes are kept.</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ endpointId, delivery }: { endpointId: string; delivery: WebhookDeliveryDetail }) {
  const { id, event, eventId, status, createdAt, nextRetryAt } = delivery;
  return (
    <dl>
      <dt>Delivery</dt>
      <dd>
        <code>{id}</code>
      </dd>
      <dt>Endpoint</dt>
      <dd>
        <a href={toHash(['webhooks', endpointId])}>{endpointId}</a>
      </dd>
      <dt>Event</dt>
      <dd>
        <code>{event}</code> <code class="muted">{eventId}</code>
      </dd>
      <dt>State</dt>
      <dd>
        <Badge state={status} />
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} />
      </dd>
      {nextRetryAt !== null && (
        <>
          <dt>Next attempt</dt>
          <dd>
            <Time at={nextRetryAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** As text: it is whatever the receiver sent. */
function ResponseText({ text }: { text: string | null }) {
  if (text === null) return <span class="muted">none</span>;
  if (text === '') return <span class="muted">empty</span>;
  return <code class="value">{text}</code>;
}
