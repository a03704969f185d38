import type { ProductChannel } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Status } from '../../components/records/values.tsx';

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

const columns: readonly Column<ProductChannel>[] = [
  {
    id: 'channel',
    title: 'Channel',
    fixed: true,
    cell: ({ channelId, name }) => (
      <Link to="/channels/$id" params={{ id: channelId }} className="row-link">
        {name}
      </Link>
    ),
  },
  { id: 'readiness', title: 'Readiness', cell: ({ ready }) => <Status state={ready ? 'ready' : 'not ready'} /> },
  {
    id: 'issues',
    title: 'Issues',
    cell: ({ errorCount, warningCount }) => `${count(errorCount, 'error')}, ${count(warningCount, 'warning')}`,
  },
  { id: 'listing', title: 'Listing', cell: ({ listing }) => <Status state={listing.status} /> },
];

/** The state of a product on each active channel. */
export function ProductChannels({ id }: { readonly id: string }) {
  const channels = useRead('channels.ofProduct', { params: { idOrSku: id } });
  return (
    <Section title="Channels">
      <RecordTable
        label="Channels of the product"
        columns={columns}
        of={channels}
        keyOf={({ channelId }) => channelId}
        empty={<EmptyState title="No active channel contains it." />}
      />
    </Section>
  );
}
