import { Text } from '@mantine/core';
import type { WebhookWithSecret, WebhookWithStats } from '@product-content/contract';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { toSubscription } from './endpoint-words.ts';
import { WebhookForm } from './webhook-form.tsx';

const columns: readonly Column<WebhookWithStats>[] = [
  {
    id: 'endpoint',
    title: 'Endpoint',
    fixed: true,
    cell: ({ id, url, description }) => (
      <>
        <Link to="/webhooks/$id" params={{ id }} className="row-link value" fw={500}>
          {url}
        </Link>
        {description !== null && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </>
    ),
  },
  { id: 'state', title: 'State', cell: ({ status }) => <Status state={status} /> },
  { id: 'events', title: 'Events', cell: ({ events }) => summaryOf(events) },
  { id: 'delivered', title: 'Delivered, 24 hours', align: 'right', cell: ({ stats }) => stats.delivered },
  { id: 'failed', title: 'Failed attempts', align: 'right', cell: ({ stats }) => stats.failed },
  { id: 'pending', title: 'Pending', align: 'right', cell: ({ stats }) => stats.pending },
  { id: 'success', title: 'Last success', cell: ({ stats }) => <Time at={stats.lastSuccessAt} /> },
];

/** The endpoints that receive the events of the workspace. */
export function WebhooksPage() {
  const mayWrite = useMay('webhooks.create');
  const endpoints = useRead('webhooks.list', {});
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const register = mayWrite && (
    <DialogButton label="Register endpoint">
      {(close) => (
        <WebhookForm
          endpoint={null}
          onDone={(endpoint) => {
            setCreated(endpoint ?? null);
            close();
          }}
        />
      )}
    </DialogButton>
  );
  return (
    <Page title="Webhooks" description="Endpoints that receive events as signed requests." actions={register}>
      {created !== null && (
        <Secret what={`secret of ${created.url}`} text={created.secret} onDone={() => setCreated(null)} />
      )}
      <RecordTable
        label="Webhook endpoints"
        columns={columns}
        of={endpoints}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="There are no endpoints." action={register}>
            Register the address of a program to send it what changes in this workspace.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The number of names that fit into a row of the table. */
const listedNames = 2;

function summaryOf(events: WebhookWithStats['events']): string {
  return events.length > listedNames ? `${events.length} events` : toSubscription(events);
}
