import { Alert, Button, Code, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TriangleDownIcon } from '@primer/octicons-react';
import { switchOffFailures, type WebhookWithStats } from '@product-content/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Secret } from '../../components/forms/secret.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { DeliveryList } from './delivery-list.tsx';
import { schemeLabels, toSubscription } from './endpoint-words.ts';
import { SignatureExample } from './signature-example.tsx';
import { WebhookForm } from './webhook-form.tsx';

const route = getRouteApi('/webhooks/$id');

/** One endpoint: its state, its actions, and the outcome of its deliveries. */
export function WebhookPage() {
  const { id } = route.useParams();
  const mayWrite = useMay('webhooks.patch');
  const endpoint = useRead('webhooks.get', { params: { id } });
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <RecordPage
      of={endpoint}
      title={({ description, url }) => description ?? url}
      untitled="Webhook endpoint"
      parent={<Link to="/webhooks">Webhooks</Link>}
      actions={(data) => mayWrite && <Actions endpoint={data} onRotated={setSecret} />}
    >
      {(data) => (
        <>
          {secret !== null && <Secret what="new secret" text={secret} onDone={() => setSecret(null)} />}
          {data.disabledReason !== null && (
            <Alert color="red" variant="outline" title="Deliveries are switched off">
              {data.disabledReason}
            </Alert>
          )}
          <EndpointFacts endpoint={data} />
          <DeliveryList endpointId={id} />
          <SignatureExample scheme={data.signatureScheme} />
        </>
      )}
    </RecordPage>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: WebhookWithStats }) {
  const { url, events, status, secretPreview, previousSecretUntil, consecutiveFailures, stats } = endpoint;
  return (
    <Facts
      facts={[
        { name: 'Address', value: url },
        { name: 'State', value: <Status state={status} /> },
        { name: 'Events', value: toSubscription(events) },
        {
          name: 'Last 24 hours',
          value: `${stats.delivered} delivered, ${stats.failed} failed attempts, ${stats.pending} pending`,
        },
        { name: 'Last success', value: <Time at={stats.lastSuccessAt} /> },
        {
          name: 'Failures in a row',
          value: `${consecutiveFailures}; the endpoint is switched off after ${switchOffFailures}`,
        },
        { name: 'Signature', value: schemeLabels[endpoint.signatureScheme] },
        {
          name: 'Secret',
          value: (
            <>
              <Code>{secretPreview}</Code>
              {previousSecretUntil !== null && (
                <>
                  ; the previous one also signs until <Time at={previousSecretUntil} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

interface ActionsProps {
  readonly endpoint: WebhookWithStats;
  readonly onRotated: (secret: string) => void;
}

function Actions({ endpoint, onRotated }: ActionsProps) {
  const { id, url, active, status } = endpoint;
  const params = { id };
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const test = useWrite('webhooks.test', { success: 'Test event sent' });
  const activate = useWrite('webhooks.patch');
  const rotate = useWrite('webhooks.rotateSecret', { onSuccess: ({ body }) => onRotated(body.data.secret) });
  const remove = useWrite('webhooks.delete', {
    success: 'Endpoint removed',
    onSuccess: () => navigate({ to: '/webhooks' }),
  });
  return (
    <>
      {active ? (
        <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
          Send test event
        </Button>
      ) : (
        <Button loading={activate.isPending} onClick={() => activate.mutate({ params, body: { active: true } })}>
          {status === 'switched_off' ? 'Switch on' : 'Resume'}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<TriangleDownIcon />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>Edit</Menu.Item>
          {active && <Menu.Item onClick={() => activate.mutate({ params, body: { active: false } })}>Pause</Menu.Item>}
          <Menu.Item onClick={() => rotate.mutate({ params })}>Rotate secret</Menu.Item>
          <Menu.Item
            color="red"
            onClick={() =>
              confirm({
                title: `Remove ${url}?`,
                consequence: 'Its deliveries and their attempts are deleted with it.',
                confirm: 'Remove',
                onConfirm: () => remove.mutate({ params }),
              })
            }
          >
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={close} size="lg" title="Edit the endpoint">
        <WebhookForm endpoint={endpoint} onDone={close} />
      </Modal>
    </>
  );
}
