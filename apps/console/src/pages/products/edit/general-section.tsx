import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { associationTypes } from '@product-content/contract';
import { useRead } from '../../../api/use-read.ts';
import { Section } from '../../../components/page/page.tsx';
import { pathName } from '../../categories/category-tree.ts';
import { associationLabels, type ProductValues } from './product-values.ts';

const codes = [
  { name: 'sku', label: 'SKU' },
  { name: 'gtin', label: 'GTIN' },
  { name: 'brand', label: 'Brand' },
  { name: 'manufacturer', label: 'Manufacturer' },
  { name: 'mpn', label: 'Manufacturer part number (MPN)' },
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
        <TextInput label="URL slug" {...form.getInputProps('seo.slug')} />
        <TextInput label="SEO title" {...form.getInputProps('seo.title')} />
        <TextInput label="SEO description" {...form.getInputProps('seo.description')} />
      </SimpleGrid>
    </Section>
  );
}

/** Other products that belong to it, by SKU. */
export function AssociationSection({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  return (
    <Section title="Related products">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {associationTypes.map((type) => (
          <TagsInput
            key={type}
            label={associationLabels[type]}
            description="SKUs"
            {...form.getInputProps(`associations.${type}`)}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
