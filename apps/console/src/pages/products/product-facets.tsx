import type { Facet, ProductStatus } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useSession } from '../../session/session.ts';

/** The filters of facets that are chosen, by their names: `attributes.color`. */
export type FacetFilters = Readonly<Record<string, string>>;

const facetName = /^(?:brand|category|tag|attributes\..+)$/;

/** What the address says of facets. */
export function facetFiltersOf(query: URLSearchParams): FacetFilters {
  return Object.fromEntries([...query].filter(([name]) => facetName.test(name)));
}

export interface ProductFacetsProps {
  /** The other filters of the list. */
  readonly filter: { readonly q: string | undefined; readonly status?: ProductStatus[] };
  readonly chosen: FacetFilters;
  /** Undefined: any value. */
  readonly onChoose: (name: string, value: string | undefined) => void;
}

/** Values of the products of a list, to narrow it by. */
export function ProductFacets({ filter, chosen, onChoose }: ProductFacetsProps) {
  const { api } = useSession();
  const query = { ...filter, ...chosen };
  const facets = useQuery(`facets ${JSON.stringify(query)}`, async (signal) => {
    const { body } = await api.products.facets({ query, signal });
    return body.data.filter(({ name, values }) => facetName.test(name) && values.length > 0);
  });
  return (
    <Loaded of={facets}>
      {(rows) => (
        <section class="filters" aria-label="Facets">
          {rows.map((facet) => (
            <FacetChoice key={facet.name} facet={facet} chosen={chosen[facet.name]} onChoose={onChoose} />
          ))}
        </section>
      )}
    </Loaded>
  );
}

interface FacetChoiceProps {
  readonly facet: Facet;
  readonly chosen: string | undefined;
  readonly onChoose: ProductFacetsProps['onChoose'];
}

function FacetChoice({ facet: { name, label, approximate, values }, chosen, onChoose }: FacetChoiceProps) {
  const isListed = chosen === undefined || values.some(({ value }) => value === chosen);
  return (
    <label class="field">
      {label}
      <select value={chosen ?? ''} onChange={({ currentTarget }) => onChoose(name, currentTarget.value || undefined)}>
        <option value="">any</option>
        {!isListed && <option value={chosen}>{chosen}</option>}
        {values.map((each) => (
          <option key={each.value} value={each.value}>
            {`${each.label} (${approximate ? '≈ ' : ''}${each.count})`}
          </option>
        ))}
      </select>
    </label>
  );
}
