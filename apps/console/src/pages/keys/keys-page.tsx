import { Button, Code, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type ApiKey, type ApiKeyWithText, allScopes } from '@product-content/contract';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { Secret } from '../../components/forms/secret.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Meter, Nothing, Status, Time } from '../../components/records/values.tsx';
import { useSession } from '../../session/session.ts';
import { type DeprecatedUse, DeprecatedUses } from './deprecated-uses.tsx';
import { KeyForm } from './key-form.tsx';
import { mayRevoke, useRevoke } from './use-revoke.ts';

/** The API keys of the workspace, and the deprecated features they use. */
export function KeysPage() {
  const { limit, windowSeconds } = useSession().caller.limits.requests;
  const keys = useRead('keys.list', {});
  const [created, setCreated] = useState<ApiKeyWithText | null>(null);
  return (
    <Page
      title="API keys"
      description={`Give each program its own key, with only the scopes it needs. A key may send ${limit} requests per ${windowSeconds} seconds.`}
      actions={
        <DialogButton label="Create key">
          {(close) => (
            <KeyForm
              onCreated={(key) => {
                setCreated(key);
                close();
              }}
              onCancel={close}
            />
          )}
        </DialogButton>
      }
    >
      {created !== null && <Secret what={`key “${created.name}”`} text={created.key} onDone={() => setCreated(null)} />}
      <KeyTable keys={keys} />
      <Section title="Deprecated operations in use">
        <DeprecatedUses uses={keys.data?.body.data.flatMap(usesOf)} />
      </Section>
    </Page>
  );
}

const usesOf = ({ deprecatedUses, ...key }: ApiKey): DeprecatedUse[] => deprecatedUses.map((use) => ({ ...use, key }));

function KeyTable({ keys }: { readonly keys: ReturnType<typeof useRead<'keys.list'>> }) {
  const { caller } = useSession();
  const { limit } = caller.limits.requests;
  const requests = useRecentRequests();
  const columns: readonly Column<ApiKey>[] = [
    {
      id: 'name',
      title: 'Key',
      fixed: true,
      cell: ({ id, name, prefix }) => (
        <>
          <Link to="/keys/$id" params={{ id }} className="row-link" fw={500}>
            {name}
          </Link>{' '}
          {id === caller.key.id && <Nothing>(your key)</Nothing>}
          <Text size="xs" c="dimmed">
            <Code>{prefix}…</Code>
          </Text>
        </>
      ),
    },
    { id: 'scopes', title: 'Scopes', cell: ({ scopes }) => summaryOf(scopes) },
    { id: 'used', title: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    {
      id: 'headroom',
      title: 'Rate limit left',
      cell: ({ id, name }) => {
        if (requests === null) return <Nothing />;
        const left = Math.max(0, limit - (requests.get(id) ?? 0));
        return <Meter label={`Rate limit left of ${name}`} percent={Math.floor((100 * left) / limit)} />;
      },
    },
    { id: 'expires', title: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
    { id: 'created', title: 'Created', optional: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'action', title: 'Action', fixed: true, cell: (key) => <RevokeButton apiKey={key} /> },
  ];
  return (
    <RecordTable
      label="API keys"
      columns={columns}
      of={keys}
      keyOf={({ id }) => id}
      empty={<EmptyState title="There are no keys." />}
    />
  );
}

function RevokeButton({ apiKey }: { readonly apiKey: ApiKey }) {
  const { caller } = useSession();
  const revoke = useRevoke(apiKey);
  if (!mayRevoke(apiKey, caller.scopes)) return <Nothing>has scopes that your key lacks</Nothing>;
  if (revoke === null) return <Nothing />;
  return (
    <Button variant="default" size="compact-sm" aria-label={`Revoke ${apiKey.name}`} onClick={revoke}>
      Revoke
    </Button>
  );
}

/** When a key expires, or that it has expired. */
export function Expiry({ at }: { readonly at: string | null }) {
  return at !== null && new Date(at) <= new Date() ? <Status state="expired" /> : <Time at={at} />;
}

/** The number of scopes listed for a key. */
const listedScopes = 2;

/** `all`, or the first scopes and the number of others. */
function summaryOf(scopes: readonly string[]): string {
  if (allScopes.every((scope) => scopes.includes(scope))) return 'all';
  const others = scopes.length - listedScopes;
  const listed = scopes.slice(0, listedScopes).join(', ');
  return others > 0 ? `${listed} and ${others} more` : listed;
}

/** Milliseconds between counts of recent requests. */
const countMs = 10_000;

/** The most requests that are counted: one page. */
const counted = 250;

/** Requests by key in the window of the rate limit; null while unknown, or when there are too many to count. */
function useRecentRequests(): ReadonlyMap<string, number> | null {
  const { windowSeconds } = useSession().caller.limits.requests;
  const since = () => new Date(Date.now() - windowSeconds * 1000);
  const [from, setFrom] = useState(since);
  useInterval(() => setFrom(since()), countMs, { autoInvoke: true });
  const { data } = useRead('requests.list', { query: { from, limit: counted } }, { keepPrevious: true });
  if (data === undefined || data.body.pagination.hasMore) return null;
  const byKey = Map.groupBy(data.body.data, ({ key }): string => key.id);
  return new Map([...byKey].map(([id, requests]) => [id, requests.length]));
}
