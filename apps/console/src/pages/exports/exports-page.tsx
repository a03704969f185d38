import { ActionIcon, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DownloadIcon, KebabHorizontalIcon } from '@primer/octicons-react';
import { type ExportProfile, exportFormats } from '@product-content/contract';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { CopyButton } from '../../components/forms/copy-button.tsx';
import { describeFilter } from '../../components/forms/product-filter-fields.tsx';
import { confirm } from '../../components/page/confirm.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
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
          {lastRun.via === 'feed' ? ' by its feed' : ''}
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
  const [isExporting, exporting] = useDisclosure(false);
  const [isCreating, creating] = useDisclosure(false);
  const create = mayWrite && (
    <Button variant="default" onClick={creating.open}>
      Create profile
    </Button>
  );
  return (
    <Page
      title="Exports"
      description="A file of products now, or a profile: a saved selection with addresses at which other systems fetch the newest file without a key."
      actions={
        <Button leftSection={<DownloadIcon />} onClick={exporting.open}>
          Export products
        </Button>
      }
    >
      <Section title="Profiles" actions={create}>
        <ProblemOf query={profiles} />
        <RecordTable
          label="Export profiles"
          columns={mayWrite ? [...columns, actions] : columns}
          rows={profiles.data?.body.data}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="There are no export profiles." action={create}>
              Save a price list or a catalog as a profile to give others its address.
            </EmptyState>
          }
        />
      </Section>
      <Modal opened={isExporting} onClose={exporting.close} size="lg" title="Export products">
        <ExportForm onDone={exporting.close} />
      </Modal>
      <Modal opened={isCreating} onClose={creating.close} size="lg" title="Create a profile">
        <ProfileForm profile={null} onDone={creating.close} />
      </Modal>
    </Page>
  );
}

function toColumnWords(keys: readonly string[] | null): string {
  if (keys === null) return 'all with a value';
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
  const [isEditing, setEditing] = useState(false);
  const rotate = useWrite('exportProfiles.rotateFeeds', { success: 'The feeds have new addresses' });
  const remove = useWrite('exportProfiles.delete', { success: 'Profile deleted' });
  const closeEditing = () => setEditing(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <KebabHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>
          <Menu.Item
            onClick={() =>
              confirm({
                title: `Give the feeds of "${name}" new addresses?`,
                consequence: 'The addresses until now stop at once.',
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
                consequence: 'Its feeds end with it: systems that fetch them get an error from then on.',
                confirm: 'Delete profile',
                onConfirm: () => remove.mutate({ params }),
              })
            }
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEditing} onClose={closeEditing} size="lg" title={`Edit ${name}`}>
        <ProfileForm profile={profile} onDone={closeEditing} />
      </Modal>
    </>
  );
}
