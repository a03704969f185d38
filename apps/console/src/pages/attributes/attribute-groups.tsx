import { Code, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { AttributeGroup } from '@product-content/contract';
import type { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { RowMenu } from '../../components/page/row-menu.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { useMay } from '../../session/session.ts';

/** The groups in which attributes are shown. */
export function AttributeGroups({ groups }: { readonly groups: ReturnType<typeof useRead<'attributeGroups.list'>> }) {
  const mayWrite = useMay('attributeGroups.create');
  return (
    <Section
      title="Groups"
      actions={
        mayWrite && (
          <DialogButton label="Create group" dialogSize="md" variant="default">
            {(close) => <GroupForm group={null} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <RecordTable
        label="Attribute groups"
        columns={mayWrite ? [...columns, actions] : columns}
        of={groups}
        keyOf={({ id }) => id}
        empty={<EmptyState title="There are no groups." />}
      />
    </Section>
  );
}

const columns: readonly Column<AttributeGroup>[] = [
  {
    id: 'group',
    title: 'Group',
    fixed: true,
    cell: ({ code, label }) => (
      <>
        <Link to="/attributes" search={{ group: code }} fw={500}>
          {label}
        </Link>{' '}
        <Code>{code}</Code>
      </>
    ),
  },
  { id: 'attributes', title: 'Attributes', align: 'right', cell: ({ attributeCount }) => attributeCount },
];

const actions: Column<AttributeGroup> = {
  id: 'actions',
  title: 'Actions',
  fixed: true,
  align: 'right',
  cell: (group) => <GroupMenu group={group} />,
};

function GroupMenu({ group }: { readonly group: AttributeGroup }) {
  const { id, label } = group;
  const [isRenaming, { open, close }] = useDisclosure();
  const { mutate: remove } = useWrite('attributeGroups.delete', { success: `${label} was deleted` });
  const askToDelete = () =>
    confirm({
      title: `Delete the group "${label}"?`,
      consequence: 'Its attributes stay, without a group.',
      confirm: 'Delete',
      onConfirm: () => remove({ params: { idOrCode: id } }),
    });
  return (
    <Group justify="flex-end">
      <RowMenu name={label}>
        <Menu.Item onClick={open}>Rename</Menu.Item>
        <Menu.Item color="red" onClick={askToDelete}>
          Delete
        </Menu.Item>
      </RowMenu>
      <Modal opened={isRenaming} onClose={close} title={`Rename ${label}`}>
        <GroupForm group={group} onClose={close} />
      </Modal>
    </Group>
  );
}

function GroupForm({ group, onClose }: { readonly group: AttributeGroup | null; readonly onClose: () => void }) {
  const options = { showsProblem: true, onSuccess: onClose };
  const create = useWrite('attributeGroups.create', { ...options, success: 'Group created' });
  const patch = useWrite('attributeGroups.patch', { ...options, success: 'Group renamed' });
  const form = useForm({ initialValues: { label: group?.label ?? '', code: group?.code ?? '' } });
  return (
    <Form
      form={form}
      submit={group === null ? 'Create group' : 'Rename group'}
      {...stateOf(group === null ? create : patch)}
      onSubmit={({ label, code }) =>
        group === null
          ? create.mutate({ body: { label, code } })
          : patch.mutate({ params: { idOrCode: group.id }, body: { label } })
      }
      onCancel={onClose}
    >
      <TextInput label="Label" required {...form.getInputProps('label')} />
      {group === null && <CodeInput {...form.getInputProps('code')} />}
    </Form>
  );
}
