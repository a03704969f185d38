import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRead } from '../../../api/use-read.ts';
import { Section } from '../../../components/page/page.tsx';
import { pathName } from '../../categories/category-tree.ts';
import type { ProductValues } from './product-values.ts';

const codes = [
  { name: 'sku', label: 'SKU' },
  { name: 'gtin', label: 'GTIN' },
  { name: 'brand', label: 'Brand' },
  { name: 'manufacturer', label: 'Manufacturer' },
  { name: 'mpn', label: 'Number of the manufacturer (MPN)' },
] as const;

/** The identity of a product, and where it belongs. */
export function GeneralSection({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const categories = useRead('categories.list', { query: { format: 'flat' } });
  const collections = useRead('collections.list', {});
  return (
    <Section title="General">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {codes.map(({ name, label }) => (
          <TextInput key={name} label={label} {...form.getInputProps(name)} />
        ))}
        <Select
          label="Category"
          placeholder="None"
          clearable
          searchable
          data={(categories.data?.body.data ?? []).map((one) => ({ value: one.id, label: pathName(one) }))}
          {...form.getInputProps('category')}
        />
        <MultiSelect
          label="Collections"
          searchable
          data={(collections.data?.body.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('collections')}
        />
        <TagsInput label="Tags" {...form.getInputProps('tags')} />
        <TextInput label="Part of its address (slug)" {...form.getInputProps('seo.slug')} />
        <TextInput label="Title for search engines" {...form.getInputProps('seo.title')} />
        <TextInput label="Description for search engines" {...form.getInputProps('seo.description')} />
      </SimpleGrid>
    </Section>
  );
}
