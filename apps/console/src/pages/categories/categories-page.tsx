import { Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { SearchFilter } from '../../components/forms/filters.tsx';
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
  const categories = useRead('categories.list', { query: { format: 'flat' } });
  const nodes = categories.data?.body.data;
  const button = mayWrite && (
    <DialogButton label="Create category">
      {(close) => <CategoryForm category={null} all={nodes ?? []} onDone={close} />}
    </DialogButton>
  );
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
              Categories organise products and decide which attributes they have.
            </EmptyState>
          ) : (
            <CategoryRows nodes={data} words={q} />
          )
        }
      </Loaded>
    </Page>
  );
}
