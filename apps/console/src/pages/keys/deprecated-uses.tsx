import { Code } from '@mantine/core';
import type { ApiKey } from '@product-content/contract';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Time } from '../../components/records/values.tsx';

export type DeprecatedUse = ApiKey['deprecatedUses'][number] & { readonly key: Pick<ApiKey, 'id' | 'name'> };

const columns: readonly Column<DeprecatedUse>[] = [
  {
    id: 'operation',
    title: 'Operation',
    fixed: true,
    cell: ({ operationId, field }) => (
      <>
        <Code>{operationId}</Code> {field !== null && <Code>{field}</Code>}
      </>
    ),
  },
  {
    id: 'key',
    title: 'Key',
    cell: ({ key: { id, name } }) => (
      <Link to="/keys/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { id: 'uses', title: 'Requests', align: 'right', cell: ({ uses }) => uses.toLocaleString('en') },
  { id: 'last', title: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
];

/** Deprecated operations and fields used by keys, so that their programs can be changed in time. */
export function DeprecatedUses({ uses }: { readonly uses: readonly DeprecatedUse[] | undefined }) {
  return (
    <RecordTable
      label="Deprecated operations"
      columns={columns}
      rows={uses}
      keyOf={({ key, operationId, field }) => `${key.id} ${operationId} ${field}`}
      empty={<EmptyState title="No key uses a deprecated operation." />}
    />
  );
}
