import { Button, Code, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Collection } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { stateOf } from '../../components/forms/form.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
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
  const [isCreating, { open, close }] = useDisclosure();
  const collections = useRead('collections.list', {});
  const create = useWrite('collections.create', {
    success: 'Collection created',
    showsProblem: true,
    onSuccess: close,
  });
  const button = mayWrite && <Button onClick={open}>Create collection</Button>;
  return (
    <Page title="Collections" actions={button}>
      <ProblemOf query={collections} />
      <RecordTable
        label="Collections"
        columns={columns}
        rows={collections.data?.body.data}
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
      <Modal opened={isCreating} onClose={close} title="Create collection" size="lg">
        <CollectionForm
          collection={null}
          {...stateOf(create)}
          onSubmit={(change, code) => create.mutate({ body: { ...change, code } })}
          onCancel={close}
        />
      </Modal>
    </Page>
  );
}
