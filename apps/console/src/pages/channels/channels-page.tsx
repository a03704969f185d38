import type { ChannelSummary } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Time } from '../../components/values.tsx';
import { toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const columns: readonly Column<ChannelSummary>[] = [
  {
    title: 'Channel',
    cell: ({ id, name, code }) => (
      <>
        <a href={toHash(['channels', id])}>{name}</a>
        <br />
        <code class="muted">{code}</code>
      </>
    ),
  },
  { title: 'Platform', cell: ({ platform, type }) => `${platform.replaceAll('_', ' ')} (${type})` },
  { title: 'State', cell: ({ status }) => <Badge state={status} /> },
  { title: 'Ready', cell: ({ readiness }) => `${readiness.ready} of ${readiness.total}` },
  { title: 'Listings', cell: ({ listings }) => `${listings.listed} listed, ${listings.outdated} outdated` },
  { title: 'Last published', cell: ({ lastPublishedAt }) => <Time at={lastPublishedAt} /> },
];

/** Where products are published to. */
export function ChannelsPage() {
  const { api } = useSession();
  const channels = useQuery('channels', async (signal) => (await api.channels.list({ signal })).body.data);
  return (
    <Page title="Channels">
      <Loaded of={channels}>
        {(rows) => (
          <Table
            label="Channels"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty="There are no channels. They are made by POST /channels, or by pcm channel create."
          />
        )}
      </Loaded>
    </Page>
  );
}
