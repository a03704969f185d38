import { contract, type WebhookWithSecret, type WebhookWithStats } from '@product-content/contract';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Secret } from '../../components/secret.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { toHash } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { WebhookForm } from './webhook-form.tsx';

const columns: readonly Column<WebhookWithStats>[] = [
  {
    title: 'Endpoint',
    cell: ({ id, url, description }) => (
      <>
        <a href={toHash(['webhooks', id])}>{url}</a>
        {description !== null && <div class="muted">{description}</div>}
      </>
    ),
  },
  { title: 'State', cell: ({ status }) => <Badge state={status} /> },
  { title: 'Events', cell: ({ events }) => events.join(', ') },
  {
    title: 'Deliveries, 24 hours',
    cell: ({ stats }) => `${stats.delivered} delivered, ${stats.failed} failed attempts, ${stats.pending} pending`,
  },
  { title: 'Last success', cell: ({ stats }) => <Time at={stats.lastSuccessAt} /> },
];

/** Where events of the workspace are sent. */
export function WebhooksPage() {
  const { api } = useSession();
  const mayWrite = useMay(contract.webhooks.patch);
  const endpoints = useQuery('webhooks', async (signal) => (await api.webhooks.list({ signal })).body.data);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const add = (endpoint: WebhookWithSecret) => {
    setCreated(endpoint);
    endpoints.reload();
  };
  return (
    <Page title="Webhooks">
      {created !== null && (
        <Secret what={`secret of ${created.url}`} text={created.secret} onDone={() => setCreated(null)} />
      )}
      <Loaded of={endpoints}>
        {(rows) => (
          <Table
            label="Webhook endpoints"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty="No endpoint is registered: nobody is told of changes."
          />
        )}
      </Loaded>
      {mayWrite && (
        <details>
          <summary>Register an endpoint</summary>
          <WebhookForm onCreated={add} />
        </details>
      )}
    </Page>
  );
}
