import { Stack } from '@mantine/core';
import type { CategoryNode, EffectiveAttribute } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { stateOf } from '../../components/forms/form.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { useMay } from '../../session/session.ts';
import { attributeColumn } from '../attributes/attribute-column.tsx';
import { CategoryForm } from './category-form.tsx';

const route = getRouteApi('/categories/$idOrCode');

/** One category: its texts, its place, and the attributes of its products. */
export function CategoryPage() {
  const { idOrCode } = route.useParams();
  const mayWrite = useMay('categories.patch');
  const category = useRead('categories.get', { params: { idOrCode } });
  const shown = category.data?.body.data;
  return (
    <Page title={shown?.name ?? idOrCode} parent={<Ancestors category={shown} />}>
      <Loaded of={category} lines={6}>
        {({ body: { data } }) => (
          <>
            {mayWrite && <Editor key={data.updatedAt} category={data} />}
            <EffectiveAttributes id={data.id} />
          </>
        )}
      </Loaded>
    </Page>
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
  const patch = useWrite('categories.patch', { success: 'Category saved', showsProblem: true });
  return (
    <Stack maw="48rem">
      <CategoryForm
        category={category}
        all={all.data?.body.data ?? []}
        {...stateOf(patch)}
        onSubmit={(body) => patch.mutate({ params: { idOrCode: category.id }, body })}
      />
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
      <ProblemOf query={attributes} />
      <RecordTable
        label="Attributes of the category"
        columns={columns}
        rows={attributes.data?.body.data}
        keyOf={({ id: attributeId }) => attributeId}
        empty={<EmptyState title="Its products have the common attributes only." />}
      />
    </Section>
  );
}
