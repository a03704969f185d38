import { Group, Table, Tabs, Text } from '@mantine/core';
import { Section } from '../../components/page/page.tsx';
import { RequestLink } from '../../components/page/problem-alert.tsx';
import { JsonView } from '../../components/records/code-view.tsx';
import { Nothing, toDuration } from '../../components/records/values.tsx';
import { ResponseStatus } from '../requests/request-table.tsx';
import type { Outcome } from './use-send.ts';

/** A response: its status, body and header. */
export function ResponseView({ outcome }: { readonly outcome: Outcome }) {
  const { status, durationMs, requestId, headers, body } = outcome;
  return (
    <Section title="Response">
      <Group gap="md" role="status">
        <ResponseStatus of={{ status }} />
        <Text span size="sm" c="dimmed">
          {toDuration(durationMs)}
        </Text>
        <RequestLink id={requestId} />
      </Group>
      <Tabs defaultValue="body" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="body">Body</Tabs.Tab>
          <Tabs.Tab value="header">Header</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="body">
          {body === null ? <Nothing>The response has no body.</Nothing> : <JsonView what="the response" value={body} />}
        </Tabs.Panel>
        <Tabs.Panel value="header">
          <Table>
            <Table.Tbody>
              {[...headers].map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td className="value">{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Tabs.Panel>
      </Tabs>
    </Section>
  );
}
