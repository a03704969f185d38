import { Anchor, Code, List } from '@mantine/core';
import { allScopes } from '@product-content/contract';
import { baseUrl } from '../../api/client.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { Time } from '../../components/records/values.tsx';
import { useSession } from '../../session/session.ts';
import { Attention } from './attention.tsx';
import { Numbers } from './numbers.tsx';
import { ProgressLists } from './progress-lists.tsx';

/** Whether all is well, what needs attention, and where to continue. */
export function OverviewPage() {
  const { key, workspace, limits, scopes } = useSession().caller;
  return (
    <Page title="Overview">
      <Attention />
      <Numbers />
      <ProgressLists />
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
            { name: 'Scopes', value: allScopes.every((scope) => scopes.includes(scope)) ? 'all' : scopes.join(', ') },
          ]}
        />
      </Section>
      <Section title="Documentation">
        <List spacing="sm">
          <List.Item>
            <Anchor href={`${baseUrl}/docs`} inherit underline="always">
              The operations of the API
            </Anchor>
            , which you can try in the browser
          </List.Item>
          <List.Item>
            <Anchor href={`${baseUrl}/openapi.json`} inherit underline="always">
              The OpenAPI document
            </Anchor>
          </List.Item>
        </List>
      </Section>
    </Page>
  );
}
