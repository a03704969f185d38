import { Box, Group, SimpleGrid, Text } from '@mantine/core';
import { type Asset, assetTypes } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter, SearchFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Page } from '../../components/page/page.tsx';
import { cursorPages, Pager } from '../../components/page/pager.tsx';
import { useMay } from '../../session/session.ts';
import { AssetPicture } from './asset-picture.tsx';
import { AssetUpload } from './asset-upload.tsx';
import { type AssetsSearch, assetUses } from './routes.ts';

const route = getRouteApi('/assets');

/** The asset library: pictures, videos and documents, newest first. */
export function AssetsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('assets.create');
  const { q, type, folder, use, cursor } = search;
  const filter = { ...(q && { q }), ...(type && { type }), ...(folder && { folder }), ...(use && { unused: true }) };
  const assets = useRead(
    'assets.list',
    { query: { ...filter, ...(cursor && { cursor }), limit: 48 } },
    { keepPrevious: true },
  );
  const narrow = (change: Partial<AssetsSearch>) =>
    void navigate({ search: { ...search, cursor: undefined, ...change } });
  return (
    <Page title="Assets">
      {mayWrite && <AssetUpload folder={folder} />}
      <Group gap="sm" align="flex-end">
        <SearchFilter label="File name or alt text" value={q} onSearch={(words) => narrow({ q: words })} />
        <ChoiceFilter label="Kind" value={type} options={assetTypes} onChange={(value) => narrow({ type: value })} />
        <ChoiceFilter
          label="Folder"
          value={folder}
          options={foldersOf(assets.data?.body.data ?? [], folder).map((value) => ({ value, label: value }))}
          onChange={(value) => narrow({ folder: value })}
        />
        <ChoiceFilter label="Use" value={use} options={assetUses} onChange={(value) => narrow({ use: value })} />
      </Group>
      <Loaded of={assets} lines={6}>
        {({ body: { data } }) =>
          data.length > 0 ? (
            <AssetGrid assets={data} />
          ) : Object.keys(filter).length > 0 ? (
            <EmptyState title="No asset matches." action={<Link to="/assets">Remove the filters</Link>} />
          ) : (
            <EmptyState title="There are no assets.">
              Upload images once and use them in any number of products.
            </EmptyState>
          )
        }
      </Loaded>
      <Pager {...cursorPages(assets.data?.body.pagination, cursor, (next) => narrow({ cursor: next }))} />
    </Page>
  );
}

function AssetGrid({ assets }: { readonly assets: readonly Asset[] }) {
  return (
    <SimpleGrid
      component="ul"
      className="plain"
      cols={{ base: 2, xs: 3, md: 4, lg: 6 }}
      spacing="md"
      aria-label="Assets"
    >
      {assets.map((asset) => (
        <Box key={asset.id} component="li" pos="relative" miw={0}>
          <AssetPicture asset={asset} width={256} alt="" />
          <Link to="/assets/$id" params={{ id: asset.id }} className="row-link" size="sm" truncate display="block">
            {asset.fileName}
          </Link>
          <Text size="xs" c="dimmed" truncate>
            {usageOf(asset)}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}

function usageOf({ usageCount, type, altText }: Asset): string {
  const use = usageCount === 0 ? 'unused' : usageCount === 1 ? '1 product' : `${usageCount} products`;
  return type === 'image' && altText === null ? `${use}, no alt text` : use;
}

/** The folders of the assets and their ancestors, with the chosen one. */
function foldersOf(assets: readonly Asset[], chosen: string | undefined): readonly string[] {
  const folders = new Set<string>();
  for (const folder of [...assets.map((asset) => asset.folder), ...(chosen === undefined ? [] : [chosen])]) {
    const names = folder.split('/').filter((name) => name !== '');
    for (const depth of names.keys()) folders.add(`/${names.slice(0, depth + 1).join('/')}`);
  }
  return [...folders].sort((a, b) => a.localeCompare(b));
}
