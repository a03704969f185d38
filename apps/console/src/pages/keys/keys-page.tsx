import type { ApiKey, ApiKeyWithText } from '@product-content/contract';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton } from '../../components/buttons.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Secret } from '../../components/secret.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { useSession } from '../../session/session.ts';
import { KeyForm } from './key-form.tsx';

/** The API keys of the workspace. */
export function KeysPage() {
  const { api } = useSession();
  const keys = useQuery('keys', async (signal) => (await api.keys.list({ signal })).body.data);
  const [created, setCreated] = useState<ApiKeyWithText | null>(null);
  const add = (key: ApiKeyWithText) => {
    setCreated(key);
    keys.reload();
  };
  return (
    <Page title="API keys">
      {created !== null && <Secret what={`key “${created.name}”`} text={created.key} onDone={() => setCreated(null)} />}
      <Loaded of={keys}>{(rows) => <KeyTable keys={rows} onRevoked={keys.reload} />}</Loaded>
      <details>
        <summary>Create a key</summary>
        <KeyForm onCreated={add} />
      </details>
    </Page>
  );
}

function KeyTable({ keys, onRevoked }: { keys: readonly ApiKey[]; onRevoked: () => void }) {
  const { api, caller, signOut } = useSession();
  const revoke = async (id: string) => {
    await api.keys.delete({ params: { id } });
    // Elsewhere the key may still be believed for a second; here it is known to have ended.
    if (id === caller.key.id) signOut('You have revoked the key you were signed in with.');
    else onRevoked();
  };
  const isOwn = ({ id }: ApiKey) => id === caller.key.id;
  const mayRevoke = ({ scopes }: ApiKey) => scopes.every((scope) => caller.scopes.some((own) => own === scope));
  const columns: Column<ApiKey>[] = [
    {
      title: 'Name',
      cell: (key) => (
        <>
          {key.name} {isOwn(key) && <span class="muted">(signed in with it)</span>}
          <br />
          <code class="muted">{key.prefix}…</code>
        </>
      ),
    },
    { title: 'Scopes', cell: (key) => <ScopeList scopes={key.scopes} /> },
    { title: 'Last used', cell: (key) => <Time at={key.lastUsedAt} /> },
    { title: 'Deprecated uses', cell: (key) => <DeprecatedUses of={key} /> },
    {
      title: 'Expires',
      cell: (key) => (isPast(key.expiresAt) ? <Badge state="expired" /> : <Time at={key.expiresAt} />),
    },
    {
      title: 'Action',
      cell: (key) =>
        mayRevoke(key) ? (
          <ActionButton
            onClick={() => revoke(key.id)}
            confirm={isOwn(key) ? 'This signs you out, for good.' : `End “${key.name}” for good?`}
          >
            Revoke
          </ActionButton>
        ) : (
          <span class="muted">has scopes that your key lacks</span>
        ),
    },
  ];
  return <Table label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} empty="There are no keys." />;
}

/** What the key should stop using. */
function DeprecatedUses({ of: { deprecatedUses } }: { of: ApiKey }) {
  if (deprecatedUses.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="tags">
      {deprecatedUses.map(({ operationId, field, uses, lastUsedAt }) => (
        <li key={`${operationId} ${field}`}>
          <code>{field === null ? operationId : `${operationId} ${field}`}</code> {uses} ×, last{' '}
          <Time at={lastUsedAt} />
        </li>
      ))}
    </ul>
  );
}

function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul class="tags">
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}

function isPast(instant: string | null): boolean {
  return instant !== null && new Date(instant) <= new Date();
}
