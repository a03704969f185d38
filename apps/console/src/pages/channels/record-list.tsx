import type { ChannelRecord } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Choice } from '../../components/choice.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge } from '../../components/values.tsx';
import { go, type Route, toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const columns: readonly Column<ChannelRecord>[] = [
  { title: 'SKU', cell: ({ sku }) => <a href={toHash(['products', sku])}>{sku}</a> },
  { title: 'Readiness', cell: ({ ready }) => <Badge state={ready ? 'ready' : 'not ready'} /> },
  {
    title: 'Issues',
    cell: ({ issues }) => (
      <ul class="plain">
        {issues.map(({ severity, field, message }) => (
          <li key={`${field} ${message}`}>
            <Badge state={severity} /> <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    ),
  },
  { title: 'Listing', cell: ({ listing }) => <Badge state={listing.status} /> },
  { title: 'Last error', cell: ({ listing }) => listing.lastError ?? '–' },
];

const readinesses = ['ready', 'not ready'] as const;

/** The products of a channel, in SKU order, with what is wrong with them. */
export function RecordList({ channelId, route: { query } }: { channelId: string; route: Route }) {
  const { api } = useSession();
  const page = Number(query.get('page') ?? 1);
  const ready = readinesses.find((one) => one === query.get('ready'));
  const records = useQuery(`records ${channelId} ${page} ${ready}`, async (signal) => {
    const filter = ready === undefined ? {} : { ready: ready === 'ready' };
    const { body } = await api.channels.products({
      params: { id: channelId },
      query: { page, limit: 25, ...filter },
      signal,
    });
    return body;
  });
  return (
    <>
      <h2>Products</h2>
      <div class="filters">
        <Choice
          label="Readiness"
          value={ready}
          values={readinesses}
          onChange={(value) => go(['channels', channelId], { ready: value })}
        />
      </div>
      <Loaded of={records}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Products of the channel"
              columns={columns}
              rows={data}
              keyOf={({ productId }) => productId}
              empty="The channel has no such products."
            />
            <Pager {...pagination} hrefOf={(number) => toHash(['channels', channelId], { ready, page: number })} />
          </>
        )}
      </Loaded>
    </>
  );
}
