import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Attribute, type AttributeType, attributeTypes } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { ChoiceFilter } from '../../components/forms/filters.tsx';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { attributeColumn } from './attribute-column.tsx';
import { AttributeGroups } from './attribute-groups.tsx';

const route = getRouteApi('/attributes');

const yesOrNothing = (is: boolean) => (is ? 'yes' : <Nothing />);

const columns: readonly Column<Attribute>[] = [
  attributeColumn,
  { id: 'type', title: 'Type', cell: ({ type, unit }) => (unit === null ? type : `${type} in ${unit}`) },
  { id: 'group', title: 'Group', cell: ({ group }) => group?.code ?? <Nothing /> },
  { id: 'required', title: 'Required', cell: ({ required }) => yesOrNothing(required) },
  { id: 'localizable', title: 'By language', cell: ({ localizable }) => yesOrNothing(localizable) },
  { id: 'filterable', title: 'Filterable', cell: ({ filterable }) => yesOrNothing(filterable) },
  { id: 'axis', title: 'Variant axis', optional: true, cell: ({ usableAsAxis }) => yesOrNothing(usableAsAxis) },
  { id: 'unique', title: 'Unique', optional: true, cell: ({ unique }) => yesOrNothing(unique) },
];

/** The attributes that products can have in addition to the common fields, and their groups. */
export function AttributesPage() {
  const { type, group } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('attributes.create');
  const groups = useRead('attributeGroups.list', {});
  const attributes = useRead(
    'attributes.list',
    { query: { ...(type && { type: [type] }), ...(group && { group }) } },
    { keepPrevious: true },
  );
  const button = mayWrite && (
    <DialogButton label="Create attribute" dialogSize="md">
      {(close) => <CreateForm onClose={close} />}
    </DialogButton>
  );
  return (
    <Page title="Attributes" actions={button}>
      <RecordTable
        label="Attributes"
        columns={columns}
        of={attributes}
        keyOf={({ id }) => id}
        empty={
          type || group ? (
            <EmptyState title="No attribute matches." action={<Link to="/attributes">Remove the filters</Link>} />
          ) : (
            <EmptyState
              title="There are no attributes."
              action={
                <>
                  {button}
                  <ImportLink recordType="attributes" />
                </>
              }
            >
              Attributes describe what is particular to your products, such as colour, volume or material.
            </EmptyState>
          )
        }
        filters={
          <>
            <ChoiceFilter
              label="Type"
              value={type}
              options={attributeTypes}
              onChange={(value) => void navigate({ search: { type: value, group } })}
            />
            <ChoiceFilter
              label="Group"
              value={group}
              options={(groups.data?.body.data ?? []).map(({ code, label }) => ({ value: code, label }))}
              onChange={(value) => void navigate({ search: { type, group: value } })}
            />
          </>
        }
      />
      <AttributeGroups groups={groups} />
    </Page>
  );
}

/** Asks for what cannot be changed later; the rest is edited on the page of the attribute. */
function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = route.useNavigate();
  const create = useWrite('attributes.create', {
    showsProblem: true,
    onSuccess: ({ body }) => navigate({ to: '/attributes/$idOrCode', params: { idOrCode: body.data.code } }),
  });
  const form = useForm({ initialValues: { label: '', code: '', type: 'text' as AttributeType, localizable: 'no' } });
  return (
    <Form
      form={form}
      submit="Create attribute"
      {...stateOf(create)}
      onSubmit={({ localizable, ...values }) =>
        create.mutate({ body: { ...values, localizable: localizable === 'yes', unique: false } })
      }
      onCancel={onClose}
    >
      <TextInput label="Label" required {...form.getInputProps('label')} />
      <CodeInput {...form.getInputProps('code')} />
      <NativeSelect label="Type" data={[...attributeTypes]} {...form.getInputProps('type')} />
      <NativeSelect label="Values differ by language" data={['no', 'yes']} {...form.getInputProps('localizable')} />
    </Form>
  );
}
