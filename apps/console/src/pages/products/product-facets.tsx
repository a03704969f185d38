import { Group } from '@mantine/core';
import type { Facet } from '@product-content/contract';
import type { InputOf } from '../../api/operations.ts';
import { useRead } from '../../api/use-read.ts';
import { ChoiceFilter } from '../../components/forms/filters.tsx';

/** The chosen values of facets by name: `attributes.color`. */
export type FacetFilters = Readonly<Record<string, string>>;

const facetName = /^(?:brand|category|tag|attributes\..+)$/;

/** The facets in the address. */
export function facetsOf(search: Readonly<Record<string, unknown>>): FacetFilters {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => facetName.test(entry[0]) && !!entry[1]),
  );
}

export interface ProductFacetsProps {
  /** The other filters of the list. */
  readonly filter: InputOf<'products.facets'>['query'];
  readonly chosen: FacetFilters;
  /** Undefined: any value. */
  readonly onChoose: (name: string, value: string | undefined) => void;
}

/** The values that the products of a list have, to narrow it. */
export function ProductFacets({ filter, chosen, onChoose }: ProductFacetsProps) {
  const { data } = useRead('products.facets', { query: { ...filter, ...chosen } }, { keepPrevious: true });
  const facets = data?.body.data.filter(({ name, values }) => facetName.test(name) && values.length > 0) ?? [];
  if (facets.length === 0) return null;
  return (
    <Group component="section" aria-label="Facets" gap="sm" align="flex-end">
      {facets.map((facet) => (
        <ChoiceFilter
          key={facet.name}
          label={facet.label}
          value={chosen[facet.name]}
          options={optionsOf(facet, chosen[facet.name])}
          onChange={(value) => onChoose(facet.name, value)}
        />
      ))}
    </Group>
  );
}

/** The chosen value stays in the list of options even if no product has it any more. */
function optionsOf({ values, approximate }: Facet, chosen: string | undefined) {
  const options = values.map(({ value, label, count }) => ({
    value,
    label: `${label} (${approximate ? '≈ ' : ''}${count})`,
  }));
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return isListed ? options : [{ value: chosen, label: chosen }, ...options];
}
