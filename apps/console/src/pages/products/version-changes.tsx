import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Table } from '../../components/table.tsx';
import { Json } from '../../components/values.tsx';
import { useSession } from '../../session/session.ts';

/** What a version changed of the one before. */
export function VersionChanges({ id, version }: { id: string; version: number }) {
  const { api } = useSession();
  const diff = useQuery(
    `diff ${id} ${version}`,
    async (signal) => (await api.products.diff({ params: { idOrSku: id, version }, signal })).body.data,
  );
  return (
    <>
      <h3>What version {version} changed</h3>
      <Loaded of={diff}>
        {({ changes }) => (
          <Table
            label={`Changes of version ${version}`}
            columns={[
              { title: 'Field', cell: ({ path }) => <code>{path}</code> },
              { title: 'Before', cell: ({ before }) => <Json value={before} /> },
              { title: 'After', cell: ({ after }) => <Json value={after} /> },
            ]}
            rows={changes}
            keyOf={({ path }) => path}
            empty="Nothing."
          />
        )}
      </Loaded>
    </>
  );
}
