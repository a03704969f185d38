import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookWithSecret, WebhookWithStats } from '@product-content/contract';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { stateOf } from '../../components/forms/form.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
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
  const [isOpen, { open, close }] = useDisclosure(false);
  const create = useWrite('webhooks.create', {
    showsProblem: true,
    onSuccess: ({ body }) => {
      setCreated(body.data);
      close();
    },
  });
  const register = mayWrite && <Button onClick={open}>Register endpoint</Button>;
  return (
    <Page title="Webhooks" description="Endpoints that receive events as signed requests." actions={register}>
      {created !== null && (
        <Secret what={`secret of ${created.url}`} text={created.secret} onDone={() => setCreated(null)} />
      )}
      <ProblemOf query={endpoints} />
      <RecordTable
        label="Webhook endpoints"
        columns={columns}
        rows={endpoints.data?.body.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="There are no endpoints." action={register}>
            Register the address of a program to send it what changes in this workspace.
          </EmptyState>
        }
      />
      <Modal opened={isOpen} onClose={close} size="lg" title="Register an endpoint">
        <WebhookForm
          endpoint={null}
          submit="Register endpoint"
          {...stateOf(create)}
          onSubmit={(body) => create.mutate({ body })}
          onCancel={close}
        />
      </Modal>
    </Page>
  );
}

/** The number of names that fit into a row of the table. */
const listedNames = 2;

function summaryOf(events: WebhookWithStats['events']): string {
  return events.length > listedNames ? `${events.length} events` : toSubscription(events);
}
