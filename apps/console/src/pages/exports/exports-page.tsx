import { contract, type ExportProfile, exportFormats } from '@product-content/contract';
import { download } from '../../api/download.ts';
import { useQuery } from '../../api/use-query.ts';
import { ActionButton, CopyButton } from '../../components/buttons.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Json, Time } from '../../components/values.tsx';
import { go } from '../../route.ts';
import { useMay, useSession } from '../../session/session.ts';
import { readSelection, SelectionFields } from './selection-fields.tsx';

/** Files of products: once, and again and again by their feeds. */
export function ExportsPage() {
  const { api } = useSession();
  const mayWrite = useMay(contract.exportProfiles.create);
  const profiles = useQuery('profiles', async (signal) => (await api.exportProfiles.list({ signal })).body.data);
  return (
    <Page title="Exports">
      <details>
        <summary>Export products now</summary>
        <ExportForm />
      </details>
      <h2>Export profiles</h2>
      <Loaded of={profiles}>
        {(rows) => <ProfileTable profiles={rows} mayWrite={mayWrite} onChanged={profiles.reload} />}
      </Loaded>
      {mayWrite && (
        <details>
          <summary>Create a profile</summary>
          <ProfileForm onCreated={profiles.reload} />
        </details>
      )}
    </Page>
  );
}

interface ProfileTableProps {
  readonly profiles: readonly ExportProfile[];
  readonly mayWrite: boolean;
  readonly onChanged: () => void;
}

function ProfileTable({ profiles, mayWrite, onChanged }: ProfileTableProps) {
  const { api } = useSession();
  const rotate = async (id: string) => {
    await api.exportProfiles.rotateFeeds({ params: { id } });
    onChanged();
  };
  const remove = async (id: string) => {
    await api.exportProfiles.delete({ params: { id } });
    onChanged();
  };
  const columns: Column<ExportProfile>[] = [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Products', cell: ({ filter }) => <Json value={filter} /> },
    { title: 'Feed addresses', cell: (profile) => <FeedAddresses profile={profile} /> },
    {
      title: 'Last run',
      cell: ({ lastRun }) =>
        lastRun === null ? (
          '–'
        ) : (
          <>
            <Time at={lastRun.at} />: {lastRun.count} rows
          </>
        ),
    },
  ];
  const actions: Column<ExportProfile> = {
    title: 'Action',
    cell: ({ id }) => (
      <span class="actions">
        <ActionButton onClick={() => rotate(id)} confirm="The addresses until now end at once.">
          New addresses
        </ActionButton>
        <ActionButton onClick={() => remove(id)} confirm="Its feeds end with it.">
          Delete
        </ActionButton>
      </span>
    ),
  };
  return (
    <Table
      label="Export profiles"
      columns={mayWrite ? [...columns, actions] : columns}
      rows={profiles}
      keyOf={({ id }) => id}
      empty="There are no export profiles."
    />
  );
}

/** They are secrets: copied, not shown. */
function FeedAddresses({ profile: { name, feedUrls } }: { profile: ExportProfile }) {
  return (
    <ul class="tags">
      {exportFormats.map((format) => (
        <li key={format}>
          {format.toUpperCase()} <CopyButton text={feedUrls[format]} what={`the ${format} feed address of ${name}`} />
        </li>
      ))}
    </ul>
  );
}

/** Makes a file of products: a small one is saved at once, a large one is a job. */
function ExportForm() {
  const { api } = useSession();
  const make = async (fields: FormData) => {
    const response = await api.exports.create({ body: readSelection(fields) });
    if (response.status === 200) await download(response.body);
    else go(['jobs', response.body.data.jobId]);
  };
  return (
    <Form submit="Export" onSubmit={make}>
      <SelectionFields />
    </Form>
  );
}

/** Saves an export, which gives it feeds. */
function ProfileForm({ onCreated }: { onCreated: () => void }) {
  const { api } = useSession();
  const create = async (fields: FormData) => {
    await api.exportProfiles.create({ body: { name: String(fields.get('name')), ...readSelection(fields) } });
    onCreated();
  };
  return (
    <Form submit="Create profile" onSubmit={create}>
      <TextField name="name" label="Name" required maxLength={100} />
      <SelectionFields />
    </Form>
  );
}
