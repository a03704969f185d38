import type { ProductChannel } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge } from '../../components/values.tsx';
import { toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const columns: readonly Column<ProductChannel>[] = [
  { title: 'Channel', cell: ({ channelId, name }) => <a href={toHash(['channels', channelId])}>{name}</a> },
  { title: 'Readiness', cell: ({ ready }) => <Badge state={ready ? 'ready' : 'not ready'} /> },
  { title: 'Errors', cell: ({ errorCount }) => errorCount },
  { title: 'Warnings', cell: ({ warningCount }) => warningCount },
  { title: 'Listing', cell: ({ listing }) => <Badge state={listing.status} /> },
];

/** How a product does on each active channel. */
export function ProductChannels({ id, version }: { id: string; version: number }) {
  const { api } = useSession();
  const channels = useQuery(
    `channels of ${id} ${version}`,
    async (signal) => (await api.channels.ofProduct({ params: { idOrSku: id }, signal })).body.data,
  );
  return (
    <>
      <h2>Channels</h2>
      <Loaded of={channels}>
        {(rows) => (
          <Table
            label="Channels"
            columns={columns}
            rows={rows}
            keyOf={({ channelId }) => channelId}
            empty="No active channel has it."
          />
        )}
      </Loaded>
    </>
  );
}
