import { Group, Stack, Text } from '@mantine/core';
import { type Attribute, type Product, productStatuses } from '@product-content/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DialogButton } from '../../components/forms/dialog-button.tsx';
import { ChoiceFilter, SearchFilter } from '../../components/forms/filters.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ImportLink } from '../../components/page/import-link.tsx';
import { Link } from '../../components/page/link.tsx';
import { Page } from '../../components/page/page.tsx';
import { cursorPages, Pager } from '../../components/page/pager.tsx';
import { ProblemOf } from '../../components/page/problem-alert.tsx';
import { type Column, RecordTable } from '../../components/records/record-table.tsx';
import { Thumbnail } from '../../components/records/thumbnail.tsx';
import { Meter, Nothing, Status, Time } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';
import { attributeText } from './attribute-text.ts';
import { BulkStatus } from './bulk-status.tsx';
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

/** One of the columns that people add from the attributes of the workspace. */
function attributeColumn(attribute: Attribute): Column<Product> {
  return {
    id: `attributes.${attribute.code}`,
    title: attribute.label,
    optional: true,
    cell: ({ attributes }) => {
      const value = attributes[attribute.code];
      return value === undefined ? <Nothing /> : attributeText(attribute, value);
    },
  };
}

const completenessFilters = { complete: { completeness_min: 100 }, incomplete: { completeness_max: 99 } } as const;

/** Searches products. Further pages are read by cursor, so their cost does not grow with the page number. */
export function ProductsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('products.create');
  const mayReadCatalog = useMay('attributes.list');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { q, status, completeness, cursor } = search;
  const facets = facetsOf(search);
  const filter = {
    ...(q && { q, sort: 'relevance' as const }),
    ...(status && { status: [status] }),
    ...(completeness && completenessFilters[completeness]),
  };
  const products = useRead(
    'products.list',
    { query: { ...filter, ...facets, ...(cursor && { cursor }), limit: 50 } },
    { keepPrevious: true },
  );
  const narrow = (change: Partial<ProductsSearch>) =>
    void navigate({ search: { ...search, cursor: undefined, ...change } as ProductsSearch });
  const isNarrowed = Object.keys(filter).length > 0 || Object.keys(facets).length > 0;
  const attributes = useRead('attributes.list', {}, { enabled: mayReadCatalog }).data?.body.data ?? [];
  const rows = products.data?.body.data as readonly Product[] | undefined;
  // Products that are no longer shown are not chosen any more.
  const chosenRows = (rows ?? []).filter(({ id }) => chosen.has(id));
  const create = (variant: 'filled' | 'default') =>
    mayWrite && (
      <DialogButton label="Create product" dialogSize="md" variant={variant}>
        {(close) => <CreateProduct onCancel={close} />}
      </DialogButton>
    );
  return (
    <Page title="Products" actions={create('filled')}>
      <ProblemOf query={products} />
      <RecordTable
        label="Products"
        columns={[...columns, ...attributes.map(attributeColumn)]}
        rows={rows}
        keyOf={({ id }) => id}
        {...(mayWrite && {
          selection: {
            chosen: new Set(chosenRows.map(({ id }): string => id)),
            onChoose: setChosen,
            nameOf: ({ sku }: Product) => sku,
          },
        })}
        empty={
          isNarrowed ? (
            <EmptyState title="No product matches." action={<Link to="/products">Remove the filters</Link>} />
          ) : (
            <EmptyState
              title="There are no products."
              action={
                <>
                  <ImportLink variant="filled" />
                  {create('default')}
                </>
              }
            >
              Import a file, create the first product here, or send products to the API.
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
              chosen={facets}
              onChoose={(name, value) => narrow({ [name]: value } as Partial<ProductsSearch>)}
            />
            {chosenRows.length > 0 && <BulkStatus products={chosenRows} onDone={() => setChosen(new Set())} />}
          </Stack>
        }
      />
      <Pager {...cursorPages(products.data?.body.pagination, cursor, (next) => narrow({ cursor: next }))} />
    </Page>
  );
}
