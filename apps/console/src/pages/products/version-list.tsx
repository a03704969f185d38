import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Product, VersionSummary } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Section } from '../../components/page/page.tsx';
import { numberedPages, Pager } from '../../components/page/pager.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Time, Value } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';

const route = getRouteApi('/products/$idOrSku');

const columns: readonly Column<VersionSummary>[] = [
  {
    id: 'version',
    title: 'Version',
    fixed: true,
    cell: ({ version }) => (
      <Link
        from="/products/$idOrSku"
        to="."
        search={(before) => ({ ...before, version })}
        resetScroll={false}
        className="row-link"
        aria-label={`What version ${version} changed`}
      >
        {version}
      </Link>
    ),
  },
  { id: 'when', title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'what', title: 'What', cell: ({ event }) => event.replaceAll('_', ' ') },
  { id: 'by', title: 'By', cell: ({ actor, source }) => `${actor.name} (${source})` },
  { id: 'fields', title: 'Fields', cell: ({ changedFields }) => changedFields.join(', ') },
];

/** The history of a product, newest first, and the changes of one version. */
export function VersionList({ product, etag }: { readonly product: Product; readonly etag: string | null }) {
  const { id } = product;
  const { page = 1, version } = route.useSearch();
  const navigate = route.useNavigate();
  const versions = useRead(
    'products.versions',
    { params: { idOrSku: id }, query: { page, limit: 20 } },
    { keepPrevious: true },
  );
  const mayRestore = useMay('products.restore') && etag !== null && version !== undefined && version < product.version;
  const close = () => void navigate({ search: { page }, resetScroll: false });
  const restore = useWrite('products.restore', {
    success: ({ body: { warnings } }) =>
      warnings.length === 0
        ? 'Version restored'
        : `Version restored, except for what no longer exists: ${warnings.map(({ message }) => message).join(' ')}`,
    onSuccess: close,
  });
  const pagination = versions.data?.body.pagination;
  return (
    <Section title="Versions">
      <RecordTable
        label="Versions of the product"
        columns={columns}
        of={versions}
        keyOf={(row) => String(row.version)}
        empty={<EmptyState title="There are no versions." />}
      />
      {pagination !== undefined && (
        <Pager {...numberedPages(pagination, (to) => void navigate({ search: { page: to }, resetScroll: false }))} />
      )}
      <Modal opened={version !== undefined} onClose={close} size="xl" title={`What version ${version} changed`}>
        {version !== undefined && (
          <Stack gap="md">
            <Changes id={id} version={version} />
            {mayRestore && (
              <Group justify="flex-end">
                <Button
                  loading={restore.isPending}
                  onClick={() => restore.mutate({ params: { idOrSku: id, version }, ifMatch: etag })}
                >
                  Restore version {version}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Modal>
    </Section>
  );
}

function Changes({ id, version }: { readonly id: string; readonly version: number }) {
  const diff = useRead('products.diff', { params: { idOrSku: id, version } });
  return (
    <Loaded of={diff}>
      {({ body }) => (
        <RecordTable
          label={`Changes of version ${version}`}
          columns={[
            { id: 'field', title: 'Field', fixed: true, cell: ({ path }) => path },
            { id: 'before', title: 'Before', cell: ({ before }) => <Value value={before} /> },
            { id: 'after', title: 'After', cell: ({ after }) => <Value value={after} /> },
          ]}
          rows={body.data.changes}
          keyOf={({ path }) => path}
          empty={<EmptyState title="Nothing changed." />}
        />
      )}
    </Loaded>
  );
}
