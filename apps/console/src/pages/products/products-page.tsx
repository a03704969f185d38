import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Product, productStatuses } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter, SearchFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { Pager } from '../../components/page/pager.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Thumbnail } from '../../components/records/thumbnail.tsx';
import { Meter, Nothing, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { CreateProduct } from './create-product.tsx';
import { facetsOf, ProductFacets } from './product-facets.tsx';
import { completenesses, type ProductsSearch } from './routes.ts';

const route = getRouteApi('/products');

const columns: readonly Column<Product>[] = [
  {
    id: 'product',
    title: 'Product',
    fixed: true,
    cell: ({ sku, name, images }) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail url={images?.[0]?.url} />
        <div>
          <Link to="/products/$idOrSku" params={{ idOrSku: sku }} className="row-link" fw={500}>
            {name ?? sku}
          </Link>
          <Text size="xs" c="dimmed">
            {sku}
          </Text>
        </div>
      </Group>
    ),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => <Status state={status} /> },
  { id: 'type', title: 'Type', cell: ({ type }) => type },
  { id: 'brand', title: 'Brand', optional: true, cell: ({ brand }) => brand ?? <Nothing /> },
  {
    id: 'completeness',
    title: 'Completeness',
    cell: ({ sku, completeness }) => <Meter label={`Completeness of ${sku}`} percent={completeness} />,
  },
  { id: 'updated', title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { id: 'created', title: 'Created', optional: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const completenessFilters = { complete: { completeness_min: 100 }, incomplete: { completeness_max: 99 } } as const;

/** Searches products. Further pages are read by cursor, so their cost does not grow with the page number. */
export function ProductsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('products.create');
  const [isCreating, { open, close }] = useDisclosure();
  const { q, status, completeness, cursor } = search;
  const chosen = facetsOf(search);
  const filter = {
    ...(q && { q, sort: 'relevance' as const }),
    ...(status && { status: [status] }),
    ...(completeness && completenessFilters[completeness]),
  };
  const products = useRead(
    'products.list',
    { query: { ...filter, ...chosen, ...(cursor && { cursor }), limit: 50 } },
    { keepPrevious: true },
  );
  const pagination = products.data?.body.pagination;
  const narrow = (change: Partial<ProductsSearch>) =>
    void navigate({ search: { ...search, cursor: undefined, ...change } as ProductsSearch });
  const turnTo = (next: string | undefined) => void navigate({ search: { ...search, cursor: next } as ProductsSearch });
  const isNarrowed = Object.keys(filter).length > 0 || Object.keys(chosen).length > 0;
  const nextCursor = pagination?.nextCursor ?? undefined;
  const button = mayWrite && <Button onClick={open}>Create product</Button>;
  return (
    <Page title="Products" actions={button}>
      <ProblemOf query={products} />
      <RecordTable
        label="Products"
        columns={columns}
        rows={products.data?.body.data as readonly Product[] | undefined}
        keyOf={({ id }) => id}
        empty={
          isNarrowed ? (
            <EmptyState title="No product matches." action={<Link to="/products">Remove the filters</Link>} />
          ) : (
            <EmptyState title="There are no products." action={button}>
              Create the first one here, import a file, or send them by the API.
            </EmptyState>
          )
        }
        filters={
          <Stack gap="sm" flex={1}>
            <Group gap="sm" align="flex-end">
              <SearchFilter
                label="Name, SKU, GTIN, MPN or brand"
                value={q}
                onSearch={(words) => narrow({ q: words })}
              />
              <ChoiceFilter
                label="Status"
                value={status}
                options={productStatuses}
                onChange={(value) => narrow({ status: value })}
              />
              <ChoiceFilter
                label="Completeness"
                value={completeness}
                options={completenesses}
                onChange={(value) => narrow({ completeness: value })}
              />
            </Group>
            <ProductFacets
              filter={filter}
              chosen={chosen}
              onChoose={(name, value) => narrow({ [name]: value } as Partial<ProductsSearch>)}
            />
          </Stack>
        }
      />
      <CreateProduct parent={null} isOpen={isCreating} onClose={close} />
      <Pager
        total={pagination?.total}
        onFirst={cursor === undefined ? undefined : () => turnTo(undefined)}
        onNext={nextCursor === undefined ? undefined : () => turnTo(nextCursor)}
      />
    </Page>
  );
}
