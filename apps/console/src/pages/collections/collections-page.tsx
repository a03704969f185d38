import { Code } from '@mantine/core';
import type { Collection } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { CollectionForm } from './collection-form.tsx';

const columns: readonly Column<Collection>[] = [
  {
    id: 'collection',
    title: 'Collection',
    fixed: true,
    cell: ({ code, name }) => (
      <>
        <Link to="/collections/$idOrCode" params={{ idOrCode: code }} className="row-link" fw={500}>
          {name}
        </Link>{' '}
        <Code>{code}</Code>
      </>
    ),
  },
  { id: 'products', title: 'Products', align: 'right', cell: ({ productCount }) => productCount },
  { id: 'updated', title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** Selections of products, each with its own order. */
export function CollectionsPage() {
  const mayWrite = useMay('collections.create');
  const collections = useRead('collections.list', {});
  const button = mayWrite && (
    <DialogButton label="Create collection">
      {(close) => <CollectionForm collection={null} onDone={close} />}
    </DialogButton>
  );
  return (
    <Page title="Collections" actions={button}>
      <RecordTable
        label="Collections"
        columns={columns}
        of={collections}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            title="There are no collections."
            action={
              <>
                {button}
                <ImportLink recordType="collections" />
              </>
            }
          >
            A collection is a selection of products in an order you choose, such as a season.
          </EmptyState>
        }
      />
    </Page>
  );
}
