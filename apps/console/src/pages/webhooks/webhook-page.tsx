import { contract, type WebhookWithStats } from '@product-content/contract';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Secret } from '../../components/secret.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { go, type Route } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { DeliveryList } from './delivery-list.tsx';
import { schemeLabels } from './signature-scheme.ts';

/** One endpoint: its state, what can be done with it, how its deliveries went. */
export function WebhookPage({ id, route }: { id: string; route: Route }) {
  const { api } = useSession();
  const params = { id };
  const mayWrite = useMay(contract.webhooks.patch);
  const endpoint = useQuery(`webhook ${id}`, async (signal) => (await api.webhooks.get({ params, signal })).body.data);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const { body } = await api.webhooks.rotateSecret({ params });
    setSecret(body.data.secret);
    endpoint.reload();
  };
  return (
    <Page title="Webhook endpoint">
      {secret !== null && <Secret what="new secret" text={secret} onDone={() => setSecret(null)} />}
      <Loaded of={endpoint}>
        {(shown) => (
          <>
            <Facts endpoint={shown} />
            {mayWrite && <Actions endpoint={shown} onChanged={endpoint.reload} onRotate={rotate} />}
          </>
        )}
      </Loaded>
      <DeliveryList endpointId={id} route={route} onSent={endpoint.reload} />
    </Page>
  );
}

function Facts({ endpoint }: { endpoint: WebhookWithStats }) {
  const { url, events, status, description, secretPreview, previousSecretUntil, disabledReason, stats } = endpoint;
  return (
    <>
      {disabledReason !== null && <Notice kind="warning">{disabledReason}</Notice>}
      <dl>
        <dt>Address</dt>
        <dd>{url}</dd>
        {description !== null && (
          <>
            <dt>Description</dt>
            <dd>{description}</dd>
          </>
        )}
        <dt>State</dt>
        <dd>
          <Badge state={status} />
        </dd>
        <dt>Events</dt>
        <dd>{events.join(', ')}</dd>
        <dt>Signature</dt>
        <dd>{schemeLabels[endpoint.signatureScheme]}</dd>
        <dt>Secret</dt>
        <dd>
          <code>{secretPreview}</code>
          {previousSecretUntil !== null && (
            <>
              ; the one before signs too until <Time at={previousSecretUntil} />
            </>
          )}
        </dd>
        <dt>Last 24 hours</dt>
        <dd>
          {stats.delivered} delivered, {stats.failed} failed attempts, {stats.pending} pending
        </dd>
        <dt>Failures in a row</dt>
        <dd>{endpoint.consecutiveFailures}</dd>
        <dt>Last success</dt>
        <dd>
          <Time at={stats.lastSuccessAt} />
        </dd>
      </dl>
    </>
  );
}

interface ActionsProps {
  readonly endpoint: WebhookWithStats;
  readonly onChanged: () => void;
  readonly onRotate: () => Promise<void>;
}

function Actions({ endpoint: { id, active, status }, onChanged, onRotate }: ActionsProps) {
  const { api } = useSession();
  const params = { id };
  const setActive = async (value: boolean) => {
    await api.webhooks.patch({ params, body: { active: value } });
    onChanged();
  };
  const test = async () => {
    await api.webhooks.test({ params });
    onChanged();
  };
  const remove = async () => {
    await api.webhooks.delete({ params });
    go(['webhooks']);
  };
  return (
    <p class="actions">
      {active && <ActionButton onClick={test}>Send a test event</ActionButton>}
      {active && <ActionButton onClick={() => setActive(false)}>Pause</ActionButton>}
      {!active && (
        <ActionButton onClick={() => setActive(true)}>
          {status === 'switched_off' ? 'Re-enable' : 'Resume'}
        </ActionButton>
      )}
      <ActionButton onClick={onRotate}>Rotate the secret</ActionButton>
      <ActionButton onClick={remove} confirm="Remove it with its deliveries?">
        Remove
      </ActionButton>
    </p>
  );
}
