import type { VersionSummary } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import { type Route, toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';
import { VersionChanges } from './version-changes.tsx';

export interface VersionListProps {
  readonly id: string;
  readonly sku: string;
  /** The newest version. */
  readonly current: number;
  readonly route: Route;
}

/** The history of a product, newest first, and what one version changed. */
export function VersionList({ id, sku, current, route: { query } }: VersionListProps) {
  const { api } = useSession();
  const page = Number(query.get('page') ?? 1);
  const chosen = Number(query.get('version') ?? 0);
  const versions = useQuery(
    `versions ${id} ${current} ${page}`,
    async (signal) =>
      (await api.products.versions({ params: { idOrSku: id }, query: { page, limit: 20 }, signal })).body,
  );
  const columns: Column<VersionSummary>[] = [
    {
      title: 'Version',
      cell: ({ version }) => (
        <a
          href={toHash(['products', sku], { page, version })}
          aria-label={`What version ${version} changed`}
          aria-current={version === chosen ? 'true' : undefined}
        >
          {version}
        </a>
      ),
    },
    { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'What', cell: ({ event }) => event.replaceAll('_', ' ') },
    { title: 'By', cell: ({ actor, source }) => `${actor.name} (${source})` },
    { title: 'Fields', cell: ({ changedFields }) => changedFields.join(', ') },
  ];
  return (
    <>
      <h2>Versions</h2>
      {chosen > 0 && <VersionChanges id={id} version={chosen} />}
      <Loaded of={versions}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Versions"
              columns={columns}
              rows={data}
              keyOf={({ version }) => String(version)}
              empty="There are none."
            />
            <Pager {...pagination} hrefOf={(number) => toHash(['products', sku], { page: number })} />
          </>
        )}
      </Loaded>
    </>
  );
}
