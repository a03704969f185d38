import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { SearchFilter } from '../../components/forms/filters.tsx';
import { stateOf } from '../../components/forms/form.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page } from '../../components/page/page.tsx';
import { useMay } from '../../session/session.ts';
import { CategoryForm } from './category-form.tsx';
import { CategoryRows } from './category-rows.tsx';

const route = getRouteApi('/categories');

/** The category tree, with the number of products in each category. */
export function CategoriesPage() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('categories.create');
  const [isCreating, { open, close }] = useDisclosure();
  const categories = useRead('categories.list', { query: { format: 'flat' } });
  const create = useWrite('categories.create', { success: 'Category created', showsProblem: true, onSuccess: close });
  const button = mayWrite && <Button onClick={open}>Create category</Button>;
  const nodes = categories.data?.body.data;
  return (
    <Page
      title="Categories"
      description={mayWrite && <Text inherit>Drag a category onto another one to move it there.</Text>}
      actions={button}
    >
      {nodes !== undefined && nodes.length > 0 && (
        <Group>
          <SearchFilter label="Name or code" value={q} onSearch={(words) => void navigate({ search: { q: words } })} />
        </Group>
      )}
      <Loaded of={categories} lines={8}>
        {({ body: { data } }) =>
          data.length === 0 ? (
            <EmptyState
              title="There are no categories."
              action={
                <>
                  {button}
                  <ImportLink recordType="categories" />
                </>
              }
            >
              They order products, and decide which attributes products have.
            </EmptyState>
          ) : (
            <CategoryRows nodes={data} words={q} />
          )
        }
      </Loaded>
      <Modal opened={isCreating} onClose={close} title="Create category" size="lg">
        <CategoryForm
          category={null}
          all={nodes ?? []}
          {...stateOf(create)}
          onSubmit={(change, code) => create.mutate({ body: { ...change, code } })}
          onCancel={close}
        />
      </Modal>
    </Page>
  );
}
