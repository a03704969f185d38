import { Code, Group, Text } from '@mantine/core';
import type { Channel, ChannelIssue, ChannelRecord } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Status } from '../../components/records/values.tsx';
import { columnOf, FixLink } from './fix-link.tsx';

/** The products on one page of a channel: only their issues are counted. */
const looked = 100;

/** The number of products linked for an issue. */
const linked = 5;

/** An issue with the products that have it. */
interface SharedIssue extends ChannelIssue {
  readonly skus: readonly string[];
  /** The column that would supply the missing value; null if the mapping does not name the field. */
  readonly source: string | null;
}

const columns: readonly Column<SharedIssue>[] = [
  {
    id: 'issue',
    title: 'Issue',
    fixed: true,
    cell: ({ severity, message, field }) => (
      <>
        <Status state={severity} /> {message}{' '}
        <Text span size="xs" c="dimmed">
          <Code>{field}</Code>
        </Text>
      </>
    ),
  },
  { id: 'count', title: 'Products', align: 'right', cell: ({ skus }) => skus.length },
  {
    id: 'source',
    title: 'Product field',
    cell: ({ source }) => (source === null ? <Nothing /> : <Code>{source}</Code>),
  },
  {
    id: 'fix',
    title: 'Fix in',
    cell: ({ skus, source }) => (
      <Group gap="sm">
        {skus.slice(0, linked).map((sku) => (
          <FixLink key={sku} sku={sku} column={source}>
            {sku}
          </FixLink>
        ))}
        {skus.length > linked && (
          <Text span inherit c="dimmed">
            and {skus.length - linked} more
          </Text>
        )}
      </Group>
    ),
  },
];

/** The issues that keep products from being ready, most frequent first. */
export function IssueTable({ channel }: { readonly channel: Channel }) {
  const { id, readiness } = channel;
  const withErrors = useRead('channels.products', { params: { id }, query: { ready: false, limit: looked } });
  const withWarnings = useRead(
    'channels.products',
    { params: { id }, query: { ready: true, limit: looked } },
    { enabled: readiness.withWarnings > 0 },
  );
  const pages = [withErrors, ...(readiness.withWarnings > 0 ? [withWarnings] : [])];
  const isPartial = readiness.withErrors > looked || (readiness.withWarnings > 0 && readiness.ready > looked);
  const rows = pages.every(({ data }) => data !== undefined)
    ? groupIssues(
        pages.flatMap(({ data }) => data?.body.data ?? []),
        channel,
      )
    : undefined;
  return (
    <Section title="Readiness by issue">
      {isPartial && (
        <Text size="sm" c="dimmed">
          Counted in the first {looked} products with errors and the first {looked} that are ready.
        </Text>
      )}
      <ProblemOf query={withErrors} />
      <RecordTable
        label="Issues"
        columns={columns}
        rows={rows}
        keyOf={({ severity, code, field, message }) => `${severity} ${code} ${field} ${message}`}
        empty={
          readiness.total === 0 ? (
            <EmptyState title="The channel has no products.">Choose products under Settings.</EmptyState>
          ) : (
            <EmptyState title="Every product is ready." />
          )
        }
      />
    </Section>
  );
}

function groupIssues(records: readonly ChannelRecord[], { mapping }: Channel): readonly SharedIssue[] {
  const bySame = new Map<string, SharedIssue>();
  for (const { sku, issues } of records) {
    for (const issue of issues) {
      const key = `${issue.severity} ${issue.code} ${issue.field} ${issue.message}`;
      const skus = [...(bySame.get(key)?.skus ?? []), sku];
      bySame.set(key, { ...issue, source: columnOf(issue, mapping), skus });
    }
  }
  const rank = ({ severity, skus }: SharedIssue) => (severity === 'error' ? looked * 2 : 0) + skus.length;
  return [...bySame.values()].sort((a, b) => rank(b) - rank(a));
}
