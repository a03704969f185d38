import { Code } from '@mantine/core';
import type { ChannelSummary } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemOf } from '../../components/problem-alert.tsx';
import { Status, Time } from '../../components/values.tsx';

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
  { id: 'platform', title: 'Platform', cell: ({ platform, type }) => `${platform.replaceAll('_', ' ')} (${type})` },
  { id: 'state', title: 'State', cell: ({ status }) => <Status state={status} /> },
  { id: 'ready', title: 'Ready', cell: ({ readiness }) => `${readiness.ready} of ${readiness.total}` },
  {
    id: 'listings',
    title: 'Listings',
    cell: ({ listings }) => `${listings.listed} listed, ${listings.outdated} outdated`,
  },
  { id: 'published', title: 'Last published', cell: ({ lastPublishedAt }) => <Time at={lastPublishedAt} /> },
];

/** Where products are published to. */
export function ChannelsPage() {
  const channels = useRead('channels.list', {});
  return (
    <Page title="Channels">
      <ProblemOf query={channels} />
      <DataTable
        label="Channels"
        columns={columns}
        rows={channels.data?.body.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="There are no channels.">
            Create one with <Code>POST /channels</Code> or <Code>pcm channel create</Code>.
          </EmptyState>
        }
      />
    </Page>
  );
}
