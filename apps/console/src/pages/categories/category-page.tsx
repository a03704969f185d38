import { ActionIcon, Checkbox, Stack } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import type { CategoryNode, EffectiveAttribute } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { AddAttribute } from '../../components/forms/add-attribute.tsx';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { notifySuccess, notifyUndo } from '../../components/page/notify.tsx';
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

const type: Column<EffectiveAttribute> = { id: 'type', title: 'Type', cell: (attribute) => attribute.type };

const required: Column<EffectiveAttribute> = {
  id: 'required',
  title: 'Required',
  cell: (attribute) => (attribute.required ? 'yes' : 'no'),
};

const source: Column<EffectiveAttribute> = {
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
};

/** Without `required`: as an ancestor or the definition says. */
type OwnAttribute = Pick<EffectiveAttribute, 'code'> & Partial<Pick<EffectiveAttribute, 'required'>>;

/** The attributes that products of the category have: its own, which can be changed here, and inherited ones. */
function EffectiveAttributes({ id }: { readonly id: string }) {
  const mayWrite = useMay('categories.putAttributes');
  const attributes = useRead('categories.attributes', { params: { idOrCode: id } });
  const definitions = useRead('attributes.list', {}, { enabled: mayWrite }).data?.body.data ?? [];
  const put = useWrite('categories.putAttributes');
  const rows = attributes.data?.body.data ?? [];
  const own: readonly OwnAttribute[] = rows.filter(({ inherited }) => !inherited);
  const others = definitions.filter(({ code }) => rows.every((row) => row.code !== code));
  const save = (changed: readonly OwnAttribute[], onSuccess = () => notifySuccess('Attributes saved')) =>
    put.mutate(
      {
        params: { idOrCode: id },
        body: { attributes: changed.map((one) => ({ attribute: one.code, required: one.required })) },
      },
      { onSuccess },
    );
  const remove = ({ code, label }: EffectiveAttribute) =>
    save(
      own.filter((one) => one.code !== code),
      () => notifyUndo(`${label} was removed`, async () => save(own)),
    );
  const editing: readonly Column<EffectiveAttribute>[] = [
    {
      ...required,
      cell: ({ code, label, inherited, required: isRequired }) => (
        <Checkbox
          aria-label={`${label} is required`}
          checked={isRequired}
          disabled={inherited}
          onChange={({ currentTarget: { checked } }) =>
            save(own.map((one) => (one.code === code ? { code, required: checked } : one)))
          }
        />
      ),
    },
    source,
    {
      id: 'actions',
      title: 'Actions',
      fixed: true,
      cell: (attribute) =>
        !attribute.inherited && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${attribute.label}`}
            onClick={() => remove(attribute)}
          >
            <XIcon />
          </ActionIcon>
        ),
    },
  ];
  return (
    <Section
      title="Attributes of its products"
      actions={mayWrite && <AddAttribute attributes={others} onAdd={(code) => save([...own, { code }])} />}
    >
      <RecordTable
        label="Attributes of the category"
        columns={[attributeColumn, type, ...(mayWrite ? editing : [required, source])]}
        of={attributes}
        keyOf={({ id: attributeId }) => attributeId}
        empty={<EmptyState title="Its products have no attributes of their own." />}
      />
    </Section>
  );
}
