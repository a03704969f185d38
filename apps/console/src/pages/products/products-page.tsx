import { type Product, type ProductStatus, productStatuses } from '@product-content/contract';
import { useId } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { Choice } from '../../components/choice.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Badge, Meter, Time } from '../../components/values.tsx';
import { go, type Route, toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const columns: readonly Column<Product>[] = [
  { title: 'SKU', cell: ({ sku }) => <a href={toHash(['products', sku])}>{sku}</a> },
  { title: 'Name', cell: ({ name }) => name ?? '–' },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
  {
    title: 'Completeness',
    cell: ({ sku, completeness }) => <Meter label={`Completeness of ${sku}`} percent={completeness} />,
  },
  { title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

const completenesses = ['complete', 'incomplete'] as const;

type Completeness = (typeof completenesses)[number];

const filterOf: Readonly<Record<Completeness, object>> = {
  complete: { completeness_min: 100 },
  incomplete: { completeness_max: 99 },
};

interface Search {
  readonly q?: string;
  readonly status?: ProductStatus;
  readonly completeness?: Completeness;
}

/** Searches products; further pages are asked for by cursor. */
export function ProductsPage({ route: { query } }: { route: Route }) {
  const { api } = useSession();
  const search: Search = {
    q: query.get('q') ?? undefined,
    status: productStatuses.find((one) => one === query.get('status')),
    completeness: completenesses.find((one) => one === query.get('completeness')),
  };
  const cursor = query.get('cursor') ?? undefined;
  const products = useQuery(JSON.stringify([search, cursor]), async (signal) => {
    const { q, status, completeness } = search;
    const filter = completeness === undefined ? {} : filterOf[completeness];
    const { body } = await api.products.list({
      query: { q, ...(status && { status: [status] }), ...filter, cursor, limit: 50 },
      signal,
    });
    return { rows: body.data as readonly Product[], pagination: body.pagination };
  });
  const narrow = (change: Search) => go(['products'], { ...search, ...change });
  return (
    <Page title="Products">
      <div class="filters">
        <SearchField value={search.q ?? ''} onSearch={(q) => narrow({ q })} />
        <Choice
          label="Status"
          value={search.status}
          values={productStatuses}
          onChange={(status) => narrow({ status })}
        />
        <Choice
          label="Completeness"
          value={search.completeness}
          values={completenesses}
          onChange={(completeness) => narrow({ completeness })}
        />
      </div>
      <Loaded of={products}>
        {({ rows, pagination }) => (
          <>
            <Table label="Products" columns={columns} rows={rows} keyOf={({ id }) => id} empty="No product matches." />
            <nav class="pager" aria-label="Pages">
              {cursor !== undefined && <a href={toHash(['products'], { ...search })}>First page</a>}
              <span>{pagination.total} in all</span>
              {pagination.nextCursor != null && (
                <a href={toHash(['products'], { ...search, cursor: pagination.nextCursor })}>Next page</a>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Words to search for; asked for when they are entered. */
function SearchField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const id = useId();
  const search = (event: Event) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim());
  };
  return (
    <search>
      <form onSubmit={search} class="filters">
        <div class="field">
          <label for={id}>Name, SKU, GTIN, MPN or brand</label>
          <input id={id} name="q" type="search" defaultValue={value} key={value} maxLength={200} />
        </div>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
