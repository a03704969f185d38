import { ActionIcon, Button, Code, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { AttributeGroup } from '@product-content/contract';
import { useState } from 'react';
import type { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { useMay } from '../../session/session.ts';

/** The groups in which attributes are shown. */
export function AttributeGroups({ groups }: { readonly groups: ReturnType<typeof useRead<'attributeGroups.list'>> }) {
  const mayWrite = useMay('attributeGroups.create');
  // Undefined: no dialog; null: the dialog for a new group.
  const [edited, setEdited] = useState<AttributeGroup | null | undefined>(undefined);
  const close = () => setEdited(undefined);
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
    {
      id: 'actions',
      title: 'Actions',
      fixed: true,
      align: 'right',
      cell: (group) => mayWrite && <GroupMenu group={group} onRename={() => setEdited(group)} />,
    },
  ];
  return (
    <Section
      title="Groups"
      actions={
        mayWrite && (
          <Button variant="default" onClick={() => setEdited(null)}>
            Create group
          </Button>
        )
      }
    >
      <ProblemOf query={groups} />
      <RecordTable
        label="Attribute groups"
        columns={columns}
        rows={groups.data?.body.data}
        keyOf={({ id }) => id}
        empty={<EmptyState title="There are no groups." />}
      />
      <Modal
        opened={edited !== undefined}
        onClose={close}
        title={edited === null ? 'Create group' : `Rename ${edited?.label}`}
      >
        <GroupForm group={edited ?? null} onClose={close} />
      </Modal>
    </Section>
  );
}

function GroupMenu({ group, onRename }: { readonly group: AttributeGroup; readonly onRename: () => void }) {
  const { mutate: remove } = useWrite('attributeGroups.delete', { success: `${group.label} was deleted` });
  const askToDelete = () =>
    confirm({
      title: `Delete the group "${group.label}"?`,
      consequence: 'Its attributes stay, without a group.',
      confirm: 'Delete',
      onConfirm: () => remove({ params: { idOrCode: group.id } }),
    });
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${group.label}`}>
            <KebabHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onRename}>Rename</Menu.Item>
          <Menu.Item color="red" onClick={askToDelete}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
