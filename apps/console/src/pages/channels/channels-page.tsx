import { Code, Text } from '@mantine/core';
import type { ChannelSummary } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ButtonLink, Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Meter, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { platformNames } from './channel-fields.tsx';

const columns: readonly Column<ChannelSummary>[] = [
  {
    id: 'channel',
    title: 'Channel',
    fixed: true,
    cell: ({ id, name, code }) => (
      <>
        <Link to="/channels/$id" params={{ id }} className="row-link" fw={500}>
          {name}
        </Link>{' '}
        <Code>{code}</Code>
      </>
    ),
  },
  { id: 'platform', title: 'Platform', cell: ({ platform }) => platformNames[platform].name },
  { id: 'type', title: 'Type', optional: true, cell: ({ type }) => type },
  { id: 'state', title: 'State', cell: ({ status }) => <Status state={status} /> },
  {
    id: 'ready',
    title: 'Ready',
    cell: ({ name, readiness: { ready, total } }) => (
      <>
        <Meter label={`Readiness of ${name}`} percent={total === 0 ? 0 : Math.floor((ready / total) * 100)} />
        <Text size="xs" c="dimmed">
          {ready.toLocaleString('en')} of {total.toLocaleString('en')}
        </Text>
      </>
    ),
  },
  {
    id: 'listings',
    title: 'Listings',
    cell: ({ listings }) => describeListings(listings),
  },
  { id: 'published', title: 'Last published', cell: ({ lastPublishedAt }) => <Time at={lastPublishedAt} /> },
];

/** `112 listed, 3 rejected`: the states that products are in. */
export function describeListings({ listed, ...others }: ChannelSummary['listings']): string {
  const found = Object.entries(others).filter(([name, count]) => count > 0 && name !== 'notListed');
  return [['listed', listed] as const, ...found]
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ');
}

/** The channels to which products are published. */
export function ChannelsPage() {
  const channels = useRead('channels.list', {});
  const create = useMay('channels.create') && <ButtonLink to="/channels/new">Create channel</ButtonLink>;
  return (
    <Page title="Channels" description="Where products are published, and how many of them are ready." actions={create}>
      <RecordTable
        label="Channels"
        columns={columns}
        of={channels}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="There are no channels." action={create}>
            A channel is a feed, a marketplace or a shop that gets products from here.
          </EmptyState>
        }
      />
    </Page>
  );
}
