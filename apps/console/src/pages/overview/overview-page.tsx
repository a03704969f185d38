import { Anchor, Code, Group, List, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { baseUrl } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { Facts } from '../../components/facts.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Time } from '../../components/values.tsx';
import { useMay, useSession } from '../../session/session.ts';

/** Whether all is well, what the key may do, and where to read on. */
export function OverviewPage() {
  const mayReadProducts = useMay('products.list');
  const { key, workspace, limits, scopes } = useSession().caller;
  return (
    <Page title="Overview">
      {mayReadProducts && <ProductNumbers />}
      <Section title="This workspace">
        <Facts
          facts={[
            {
              name: 'Workspace',
              value: (
                <>
                  {workspace.name} <Code>{workspace.slug}</Code>
                </>
              ),
            },
            { name: 'API', value: <Code>{baseUrl}</Code> },
            { name: 'Locales', value: workspace.locales.join(', ') },
            { name: 'Currencies', value: workspace.currencies.join(', ') },
            {
              name: 'Key',
              value: (
                <>
                  {key.name} <Code>{key.prefix}…</Code>
                  {key.expiresAt !== null && (
                    <>
                      , expires <Time at={key.expiresAt} />
                    </>
                  )}
                </>
              ),
            },
            {
              name: 'Rate limit',
              value: `${limits.requests.limit} requests per ${limits.requests.windowSeconds} seconds`,
            },
            { name: 'Scopes', value: scopes.join(', ') },
          ]}
        />
      </Section>
      <Section title="Read on">
        <List>
          <List.Item>
            <Anchor href={`${baseUrl}/docs`} inherit>
              The operations of the API
            </Anchor>
            , which you can try in the browser
          </List.Item>
          <List.Item>
            <Anchor href={`${baseUrl}/openapi.json`} inherit>
              The OpenAPI document
            </Anchor>
          </List.Item>
        </List>
      </Section>
    </Page>
  );
}

/** How many products there are, and how many of them wait for something. */
function ProductNumbers() {
  const all = useRead('products.list', { query: { limit: 1 } });
  const drafts = useRead('products.list', { query: { limit: 1, status: ['draft'] } });
  const incomplete = useRead('products.list', { query: { limit: 1, completeness_max: 99 } });
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <Loaded of={all} lines={1}>
        {({ body }) => (
          <Tile title="Products">
            <Link to="/products">{body.pagination.total}</Link>
          </Tile>
        )}
      </Loaded>
      <Loaded of={drafts} lines={1}>
        {({ body }) => (
          <Tile title="Drafts">
            <Link to="/products" search={{ status: 'draft' }} aria-label={`${body.pagination.total} drafts`}>
              {body.pagination.total}
            </Link>
          </Tile>
        )}
      </Loaded>
      <Loaded of={incomplete} lines={1}>
        {({ body }) => (
          <Tile title="Incomplete">
            <Link
              to="/products"
              search={{ completeness: 'incomplete' }}
              aria-label={`${body.pagination.total} incomplete products`}
            >
              {body.pagination.total}
            </Link>
          </Tile>
        )}
      </Loaded>
    </SimpleGrid>
  );
}

function Tile({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Group fz="xl" fw={600} className="numeric">
        {children}
      </Group>
    </Paper>
  );
}
