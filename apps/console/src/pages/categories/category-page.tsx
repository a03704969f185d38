import { Stack } from '@mantine/core';
import type { CategoryNode, EffectiveAttribute } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage, Section } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { useMay } from '../../session/session.ts';
import { attributeColumn } from '../attributes/attribute-column.tsx';
import { CategoryForm } from './category-form.tsx';
import { lossOf } from './category-tree.ts';

const route = getRouteApi('/categories/$idOrCode');

/** One category: its texts, its place, and the attributes of its products. */
export function CategoryPage() {
  const { idOrCode } = route.useParams();
  const mayWrite = useMay('categories.patch');
  const category = useRead('categories.get', { params: { idOrCode } });
  return (
    <RecordPage
      of={category}
      title={({ name }) => name}
      untitled={idOrCode}
      parent={<Ancestors category={category.data?.body.data} />}
      actions={({ id, name, productCount }) =>
        mayWrite && (
          <DeleteButton
            operation="categories.delete"
            input={{ params: { idOrCode: id }, query: {} }}
            list="/categories"
            what={`the category "${name}"`}
            consequence={lossOf(productCount)}
          />
        )
      }
    >
      {(data) => (
        <>
          {mayWrite && <Editor key={data.updatedAt} category={data} />}
          <EffectiveAttributes id={data.id} />
        </>
      )}
    </RecordPage>
  );
}

function Ancestors({ category }: { readonly category: CategoryNode | undefined }) {
  return (
    <>
      <Link to="/categories">Categories</Link>
      {category?.path.slice(0, -1).map(({ id, code, name }) => (
        <span key={id}>
          {' › '}
          <Link to="/categories/$idOrCode" params={{ idOrCode: code }}>
            {name}
          </Link>
        </span>
      ))}
    </>
  );
}

function Editor({ category }: { readonly category: CategoryNode }) {
  const all = useRead('categories.list', { query: { format: 'flat' } });
  return (
    <Stack maw="48rem">
      <CategoryForm category={category} all={all.data?.body.data ?? []} />
    </Stack>
  );
}

const columns: readonly Column<EffectiveAttribute>[] = [
  attributeColumn,
  { id: 'type', title: 'Type', cell: ({ type }) => type },
  { id: 'required', title: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  {
    id: 'source',
    title: 'From',
    cell: ({ inherited, source: { categoryCode } }) =>
      inherited ? (
        <Link to="/categories/$idOrCode" params={{ idOrCode: categoryCode }}>
          {categoryCode}
        </Link>
      ) : (
        'this category'
      ),
  },
];

/** The attributes that products of the category have, its own and inherited ones. */
function EffectiveAttributes({ id }: { readonly id: string }) {
  const attributes = useRead('categories.attributes', { params: { idOrCode: id } });
  return (
    <Section title="Attributes of its products">
      <RecordTable
        label="Attributes of the category"
        columns={columns}
        of={attributes}
        keyOf={({ id: attributeId }) => attributeId}
        empty={<EmptyState title="Its products have no attributes of their own." />}
      />
    </Section>
  );
}
