import { SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AssetWithUse } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { DeleteButton } from '../../components/page/delete-button.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { RecordPage, Section } from '../../components/page/page.tsx';
import { Facts } from '../../components/records/facts.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Time, toSize } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { AssetPicture } from './asset-picture.tsx';

const route = getRouteApi('/assets/$id');

/** One asset: its picture, its description, and the products that use it. */
export function AssetPage() {
  const { id } = route.useParams();
  const mayWrite = useMay('assets.patch');
  const asset = useRead('assets.get', { params: { id } });
  return (
    <RecordPage
      of={asset}
      title={({ fileName }) => fileName}
      untitled={id}
      parent={<Link to="/assets">Assets</Link>}
      actions={({ fileName, usageCount }) =>
        mayWrite && (
          <DeleteButton
            operation="assets.delete"
            input={{ params: { id } }}
            list="/assets"
            what={`the file "${fileName}"`}
            consequence={lossOf(usageCount)}
          />
        )
      }
    >
      {(data) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <a href={data.url} target="_blank" rel="noreferrer" aria-label={`Open ${data.fileName}`}>
              <AssetPicture asset={data} width={1024} alt={data.altText ?? ''} />
            </a>
            <Stack gap="lg">
              {mayWrite && <Editor key={data.updatedAt} asset={data} />}
              <AssetFacts asset={data} />
            </Stack>
          </SimpleGrid>
          <Uses uses={data.usedBy} />
        </>
      )}
    </RecordPage>
  );
}

function lossOf(usageCount: number): string {
  if (usageCount === 0) return 'No product uses it. The file is deleted permanently.';
  const who = usageCount === 1 ? '1 product uses it and loses' : `${usageCount} products use it and lose`;
  return `${who} the image. The file is deleted permanently.`;
}

function Editor({ asset: { id, ...asset } }: { readonly asset: AssetWithUse }) {
  const patch = useWrite('assets.patch', { success: 'Asset saved', showsProblem: true });
  const form = useForm({
    initialValues: {
      altText: asset.altText ?? '',
      tags: [...asset.tags],
      folder: asset.folder,
      fileName: asset.fileName,
    },
  });
  return (
    <Form
      form={form}
      submit="Save asset"
      {...stateOf(patch)}
      onSubmit={({ altText, ...values }) =>
        patch.mutate({ params: { id }, body: { ...values, altText: altText || null } })
      }
    >
      <Textarea
        label="Alt text"
        description="Describes the image for people who cannot see it."
        autosize
        minRows={2}
        {...form.getInputProps('altText')}
      />
      <TextInput label="File name" required {...form.getInputProps('fileName')} />
      <TextInput label="Folder" {...form.getInputProps('folder')} />
      <TagsInput label="Tags" {...form.getInputProps('tags')} />
    </Form>
  );
}

function AssetFacts({ asset }: { readonly asset: AssetWithUse }) {
  const { type, mimeType, size, width, height, external, url, createdAt } = asset;
  return (
    <Facts
      facts={[
        { name: 'Kind', value: mimeType === null ? type : `${type}, ${mimeType}` },
        { name: 'Size', value: size === null ? null : toSize(size) },
        { name: 'Pixels', value: width === null || height === null ? null : `${width} × ${height}` },
        { name: 'Address', value: url },
        { name: 'Storage', value: external ? 'at its own address' : 'in the library' },
        { name: 'Added', value: <Time at={createdAt} /> },
      ]}
    />
  );
}

const columns: readonly Column<AssetWithUse['usedBy'][number]>[] = [
  {
    id: 'product',
    title: 'Product',
    fixed: true,
    cell: ({ sku }) => (
      <Link to="/products/$idOrSku" params={{ idOrSku: sku }} className="row-link" fw={500}>
        {sku}
      </Link>
    ),
  },
];

function Uses({ uses }: { readonly uses: AssetWithUse['usedBy'] }) {
  return (
    <Section title="Where it is used">
      <RecordTable
        label="Products that use it"
        columns={columns}
        rows={uses}
        keyOf={({ productId }) => productId}
        empty={<EmptyState title="No product uses it." />}
      />
    </Section>
  );
}
