import { Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DownloadIcon } from '@primer/octicons-react';
import { type ExportProfile, exportFormats } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CopyButton } from '../../components/forms/copy-button.tsx';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { describeFilter } from '../../components/forms/product-filter-fields.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { RowMenu } from '../../components/page/row-menu.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Nothing, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { ExportForm } from './export-form.tsx';
import { ProfileForm } from './profile-form.tsx';

const columns: readonly Column<ExportProfile>[] = [
  {
    id: 'name',
    title: 'Name',
    fixed: true,
    cell: ({ name, format }) => (
      <>
        <Text span inherit fw={500}>
          {name}
        </Text>{' '}
        <Text span size="xs" c="dimmed">
          {format.toUpperCase()}
        </Text>
      </>
    ),
  },
  { id: 'products', title: 'Products', cell: ({ filter }) => describeFilter(filter ?? {}) },
  { id: 'columns', title: 'Columns', cell: ({ columns: keys }) => toColumnWords(keys) },
  { id: 'feeds', title: 'Feed addresses', cell: (profile) => <FeedAddresses profile={profile} /> },
  {
    id: 'run',
    title: 'Last run',
    cell: ({ lastRun }) =>
      lastRun === null ? (
        <Nothing>never</Nothing>
      ) : (
        <>
          <Time at={lastRun.at} />, {lastRun.count.toLocaleString('en')} rows
          {lastRun.via === 'feed' ? ' through its feed' : ''}
        </>
      ),
  },
];

const actions: Column<ExportProfile> = {
  id: 'actions',
  title: 'Actions',
  fixed: true,
  cell: (profile) => <ProfileMenu profile={profile} />,
};

/** Exports of products to files, once or repeatedly with the feeds of profiles. */
export function ExportsPage() {
  const mayWrite = useMay('exportProfiles.create');
  const profiles = useRead('exportProfiles.list', {});
  const create = mayWrite && (
    <DialogButton label="Create profile" variant="default">
      {(close) => <ProfileForm profile={null} onDone={close} />}
    </DialogButton>
  );
  return (
    <Page
      title="Exports"
      description="Export products to a file now, or save a profile whose feed addresses always return the newest file, without a key."
      actions={
        <DialogButton label="Export products" leftSection={<DownloadIcon />}>
          {(close) => <ExportForm onDone={close} />}
        </DialogButton>
      }
    >
      <Section title="Profiles" actions={create}>
        <RecordTable
          label="Export profiles"
          columns={mayWrite ? [...columns, actions] : columns}
          of={profiles}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="There are no export profiles." action={create}>
              Save a price list or a catalog as a profile to share its address.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}

function toColumnWords(keys: readonly string[] | null): string {
  if (keys === null) return 'all that have values';
  return keys.length > 4 ? `${keys.slice(0, 3).join(', ')} and ${keys.length - 3} more` : keys.join(', ');
}

/** The addresses are secret: they are copied without being shown. */
function FeedAddresses({ profile: { name, feedUrls } }: { readonly profile: ExportProfile }) {
  return (
    <Group gap="xs">
      {exportFormats.map((format) => (
        <CopyButton
          key={format}
          size="compact-xs"
          text={feedUrls[format]}
          label={format.toUpperCase()}
          what={`feed address of ${name}`}
        />
      ))}
    </Group>
  );
}

function ProfileMenu({ profile }: { readonly profile: ExportProfile }) {
  const { id, name } = profile;
  const params = { id };
  const [isEditing, { open, close }] = useDisclosure();
  const rotate = useWrite('exportProfiles.rotateFeeds', { success: 'The feeds have new addresses' });
  const remove = useWrite('exportProfiles.delete', { success: 'Profile deleted' });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={open}>Edit</Menu.Item>
        <Menu.Item
          onClick={() =>
            confirm({
              title: `Give the feeds of "${name}" new addresses?`,
              consequence: 'The current addresses stop working immediately.',
              confirm: 'Give new addresses',
              onConfirm: () => rotate.mutate({ params }),
            })
          }
        >
          New addresses
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            confirm({
              title: `Delete the profile "${name}"?`,
              consequence: 'Its feeds stop working immediately.',
              confirm: 'Delete profile',
              onConfirm: () => remove.mutate({ params }),
            })
          }
        >
          Delete
        </Menu.Item>
      </RowMenu>
      <Modal opened={isEditing} onClose={close} size="lg" title={`Edit ${name}`}>
        <ProfileForm profile={profile} onDone={close} />
      </Modal>
    </>
  );
}
