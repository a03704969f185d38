import { MultiSelect, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ExportOptionsInput, type ProductStatus, productStatuses } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../session/session.ts';

/** A filter for products, as form values: an empty list means all. */
export type ProductFilterValues = {
  readonly status: readonly ProductStatus[];
  readonly category: readonly string[];
  readonly collection: readonly string[];
  readonly tag: readonly string[];
  readonly brand: string;
};

/** The filters of `GET /products` in a JSON body. */
type ProductFilterInput = NonNullable<ExportOptionsInput['filter']>;

type Filter = Readonly<Record<string, unknown>>;

const lists = ['status', 'category', 'collection', 'tag'] as const;

export const allProducts: ProductFilterValues = { status: [], category: [], collection: [], tag: [], brand: '' };

/** Converts a filter of the API to form values. */
export function toFilterValues(filter: Filter): ProductFilterValues {
  const listed = Object.fromEntries(lists.map((name) => [name, [filter[name] ?? []].flat()]));
  return { ...allProducts, ...listed, brand: String(filter.brand ?? '') };
}

/** Converts form values to a filter of the API. Filters of `before` without a field in the form are kept. */
export function toFilter(values: ProductFilterValues, before: Filter = {}): ProductFilterInput {
  const others = Object.entries(before).filter(([name]) => !(name in allProducts));
  const chosen = lists.flatMap((name) => (values[name].length > 0 ? [[name, values[name]] as const] : []));
  const brand = values.brand.trim();
  return Object.fromEntries([...others, ...chosen, ...(brand === '' ? [] : [['brand', brand]])]) as ProductFilterInput;
}

/** A filter in words: `status approved; category mugs`, `all`. */
export function describeFilter(filter: Filter): string {
  const words = Object.entries(filter).map(([name, value]) => `${name} ${[value].flat().join(', ')}`);
  return words.length === 0 ? 'all' : words.join('; ').replaceAll('_', ' ');
}

const statuses = productStatuses.map((status) => ({ value: status, label: status.replaceAll('_', ' ') }));

export interface ProductFilterFieldsProps {
  readonly form: Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps'>;
  /** The property of the form with the values. */
  readonly path: string;
}

/** Chooses products by status, category, collection, tag and brand. */
export function ProductFilterFields({ form, path }: ProductFilterFieldsProps) {
  const mayReadCatalog = useMay('categories.list');
  const categories = useRead('categories.list', {}, { enabled: mayReadCatalog }).data?.body.data ?? [];
  const collections = useRead('collections.list', {}, { enabled: mayReadCatalog }).data?.body.data ?? [];
  const propsOf = (name: keyof ProductFilterValues) => form.getInputProps(`${path}.${name}`);
  return (
    <>
      <MultiSelect label="Status" description="Leave empty for any status." data={statuses} {...propsOf('status')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TagsInput
          label="Categories"
          description="Codes; subcategories are included. Leave empty for all."
          data={categories.map(({ code }) => code)}
          {...propsOf('category')}
        />
        <TagsInput
          label="Collections"
          description="Codes. Leave empty for all."
          data={collections.map(({ code }) => code)}
          {...propsOf('collection')}
        />
        <TagsInput label="Tags" {...propsOf('tag')} />
        <TextInput label="Brand" {...propsOf('brand')} />
      </SimpleGrid>
    </>
  );
}
