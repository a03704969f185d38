import { Button, Code, List, Paper, Text } from '@mantine/core';
import { type ApiKey, allScopes, scopes as descriptions } from '@product-content/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { Trend } from '../../components/records/chart.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Time } from '../../components/records/values.tsx';
import { useSession } from '../../session/session.ts';
import { RequestTable } from '../requests/request-table.tsx';
import { lastDay, useRequestsOverTime } from '../requests/requests-over-time.ts';
import { DeprecatedUses } from './deprecated-uses.tsx';
import { Expiry } from './keys-page.tsx';
import { useRevoke } from './use-revoke.ts';

const route = getRouteApi('/keys/$id');

/** One API key: its scopes, and how it is used. */
export function KeyPage() {
  const { id } = route.useParams();
  const { caller } = useSession();
  const navigate = useNavigate();
  const key = useRead('keys.get', { params: { id } });
  const shown = key.data?.body.data;
  const rate = id === caller.key.id ? (key.data?.rate ?? null) : null;
  const revoke = useRevoke(shown, () => void navigate({ to: '/keys' }));
  return (
    <Page
      title={shown?.name ?? 'API key'}
      parent={<Link to="/keys">API keys</Link>}
      actions={
        revoke !== null && (
          <Button variant="default" onClick={revoke}>
            Revoke key
          </Button>
        )
      }
    >
      <Loaded of={key}>
        {({ body: { data } }) => (
          <>
            <Facts
              facts={[
                { name: 'Prefix', value: <Code>{data.prefix}…</Code> },
                { name: 'Last used', value: <Time at={data.lastUsedAt} /> },
                {
                  name: 'Rate limit',
                  value: rate && `${rate.remaining} of ${rate.limit} requests left in this window`,
                },
                { name: 'Created', value: <Time at={data.createdAt} /> },
                { name: 'Expires', value: <Expiry at={data.expiresAt} /> },
                { name: 'Id', value: <Code>{data.id}</Code> },
              ]}
            />
            <Scopes of={data} />
            <LastRequests id={id} />
            <Section title="Deprecated operations in use">
              <DeprecatedUses uses={data.deprecatedUses.map((use) => ({ ...use, key: data }))} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The number of requests shown for a key. */
const maxDisplayedRequests = 10;

function LastRequests({ id }: { readonly id: string }) {
  const { query, requests, counts, isMore } = useRequestsOverTime(lastDay, { key: id as ApiKey['id'] });
  return (
    <Section
      title="Last requests"
      actions={
        <Link to="/requests" search={{ key: id }}>
          View all
        </Link>
      }
    >
      <ProblemOf query={query} />
      {requests.length > 0 && (
        <Paper withBorder p="lg">
          <Text size="xs" c="dimmed">
            {requests.length.toLocaleString('en')}
            {isMore && '+'} in 24 hours
          </Text>
          <Trend label="Requests per hour, the last 24 hours" values={counts} />
        </Paper>
      )}
      <RequestTable
        label="Last requests of the key"
        requests={query.data && requests.slice(0, maxDisplayedRequests)}
        empty={<EmptyState title="The key has sent no request in 24 hours." />}
      />
    </Section>
  );
}

function Scopes({ of: { scopes } }: { readonly of: ApiKey }) {
  return (
    <Section title="Scopes">
      <List spacing="xs" listStyleType="none">
        {allScopes
          .filter((scope) => scopes.includes(scope))
          .map((scope) => (
            <List.Item key={scope}>
              <Code>{scope}</Code> {descriptions[scope]}
            </List.Item>
          ))}
      </List>
    </Section>
  );
}
