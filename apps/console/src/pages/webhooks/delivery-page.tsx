import { Code, Group, Paper, Stack, Text } from '@mantine/core';
import {
  attemptResponseBytes,
  testEventType,
  type WebhookAttempt,
  type WebhookDeliveryDetail,
} from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage, Section } from '../../components/page/page.tsx';
import { CodeView } from '../../components/records/code-view.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Nothing, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { AttemptOutcome } from './attempt-outcome.tsx';
import { DeliveredEvent } from './delivered-event.tsx';
import { RedeliverButton } from './redeliver-button.tsx';

const route = getRouteApi('/webhooks/$id/deliveries/$deliveryId');

/** Milliseconds between requests while further attempts will follow. */
const refreshMs = 3000;

/** One delivery: its content, and the outcome of each attempt. */
export function DeliveryPage() {
  const params = route.useParams();
  const mayWrite = useMay('webhooks.redeliver');
  const mayReadEvents = useMay('events.list');
  const delivery = useRead(
    'webhooks.delivery',
    { params },
    { refreshMs: ({ body }) => (body.data.status === 'pending' ? refreshMs : false) },
  );
  return (
    <RecordPage
      of={delivery}
      title={({ event }) => `Delivery of ${event}`}
      untitled="Delivery"
      parent={
        <>
          <Link to="/webhooks">Webhooks</Link> /{' '}
          <Link to="/webhooks/$id" params={{ id: params.id }}>
            Endpoint
          </Link>
        </>
      }
      actions={(data) => mayWrite && <RedeliverButton endpointId={params.id} delivery={data} />}
    >
      {(data) => (
        <>
          <DeliveryFacts delivery={data} />
          <Attempts attempts={data.attempts} />
          {mayReadEvents && data.event !== testEventType && <DeliveredEvent id={data.eventId} type={data.event} />}
        </>
      )}
    </RecordPage>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDeliveryDetail }) {
  const { id, eventId, status, createdAt, nextRetryAt } = delivery;
  return (
    <Facts
      facts={[
        { name: 'State', value: <Status state={status} /> },
        { name: 'Created', value: <Time at={createdAt} /> },
        { name: 'Next attempt', value: nextRetryAt === null ? null : <Time at={nextRetryAt} /> },
        { name: 'Delivery', value: <Code>{id}</Code> },
        { name: 'Event', value: <Code>{eventId}</Code> },
      ]}
    />
  );
}

function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 && <EmptyState title="There have been no attempts yet." />}
      <Stack component="ol" gap="md" className="plain" aria-label="Attempts">
        {attempts.toReversed().map((attempt) => (
          <Paper key={attempt.attempt} component="li" withBorder p="lg">
            <Stack gap="sm">
              <Group justify="space-between" gap="sm">
                <Group gap="md">
                  <Text fw={600}>Attempt {attempt.attempt}</Text>
                  <Status state={attempt.errorReason === null ? 'succeeded' : 'failed'} />
                  <Text span size="sm">
                    <AttemptOutcome {...attempt} />
                  </Text>
                </Group>
                <Text size="sm" c="dimmed">
                  <Time at={attempt.finishedAt} isExact />
                </Text>
              </Group>
              <ResponseBody attempt={attempt} />
            </Stack>
          </Paper>
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        The first {attemptResponseBytes} bytes of each response are kept.
      </Text>
    </Section>
  );
}

/** Shown as text: the receiver may have sent anything. */
function ResponseBody({ attempt: { attempt, responseBody } }: { readonly attempt: WebhookAttempt }) {
  if (responseBody === null) return <Nothing>There was no response.</Nothing>;
  if (responseBody === '') return <Nothing>The response had no content.</Nothing>;
  return <CodeView what={`the response to attempt ${attempt}`} text={responseBody} />;
}
