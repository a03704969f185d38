import { Button, Code, Modal } from '@mantine/core';
import type { Channel, ChannelRecord } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { numberedPages, Pager } from '../../components/page/pager.tsx';
import { JsonView } from '../../components/records/code-view.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Status, Time } from '../../components/records/values.tsx';
import { columnOf, FixLink } from './fix-link.tsx';
import { readinesses } from './routes.ts';

const route = getRouteApi('/channels/$id');

const columnsOf = ({ mapping }: Channel): readonly Column<ChannelRecord>[] => [
  {
    id: 'sku',
    title: 'SKU',
    fixed: true,
    cell: ({ sku }) => (
      <Link to="/products/$idOrSku" params={{ idOrSku: sku }} className="row-link" fw={500}>
        {sku}
      </Link>
    ),
  },
  { id: 'readiness', title: 'Readiness', cell: ({ ready }) => <Status state={ready ? 'ready' : 'not ready'} /> },
  {
    id: 'issues',
    title: 'Issues',
    cell: ({ sku, issues }) =>
      issues.length === 0 ? (
        <Nothing />
      ) : (
        <ul className="plain">
          {issues.map((issue) => (
            <li key={`${issue.field} ${issue.message}`}>
              <Status state={issue.severity} /> <Code>{issue.field}</Code>{' '}
              <FixLink sku={sku} column={columnOf(issue, mapping)}>
                {issue.message}
              </FixLink>
            </li>
          ))}
        </ul>
      ),
  },
  { id: 'listing', title: 'Listing', cell: ({ listing }) => <Status state={listing.status} /> },
  { id: 'error', title: 'Last error', cell: ({ listing }) => listing.lastError ?? <Nothing /> },
  { id: 'published', title: 'Published', optional: true, cell: ({ listing }) => <Time at={listing.publishedAt} /> },
];

/** The products of a channel by SKU, with their issues. */
export function RecordList({ channel }: { readonly channel: Channel }) {
  const { page = 1, ready, tab, sku } = route.useSearch();
  const navigate = route.useNavigate();
  const records = useRead(
    'channels.products',
    {
      params: { id: channel.id },
      query: { page, limit: 25, ...(ready === undefined ? {} : { ready: ready === 'ready' }) },
    },
    { keepPrevious: true },
  );
  const inspected = records.data?.body.data.find((record) => record.sku === sku);
  const inspect = (shown: string | undefined) =>
    void navigate({ search: { tab, ready, page, sku: shown }, resetScroll: false });
  const content: Column<ChannelRecord> = {
    id: 'content',
    title: 'Content',
    cell: (record) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Show the content of ${record.sku}`}
        onClick={() => inspect(record.sku)}
      >
        Show
      </Button>
    ),
  };
  const pagination = records.data?.body.pagination;
  return (
    <Section title="Products">
      <RecordTable
        label="Products of the channel"
        columns={[...columnsOf(channel), content]}
        of={records}
        keyOf={({ productId }) => productId}
        empty={<EmptyState title="No product matches." />}
        filters={
          <ChoiceFilter
            label="Readiness"
            value={ready}
            options={readinesses}
            onChange={(value) => void navigate({ search: { tab, ready: value }, resetScroll: false })}
          />
        }
      />
      {pagination !== undefined && (
        <Pager {...numberedPages(pagination, (to) => void navigate({ search: { tab, ready, page: to } }))} />
      )}
      <Modal opened={inspected !== undefined} onClose={() => inspect(undefined)} size="lg" title={sku}>
        {inspected !== undefined && <JsonView what="the content that is sent" value={inspected.payload} />}
      </Modal>
    </Section>
  );
}
