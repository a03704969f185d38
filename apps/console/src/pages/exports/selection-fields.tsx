import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { delimiters, exportFormats } from '@product-content/contract';
import { useColumnKeys } from '../../api/use-column-keys.ts';
import { ProductFilterFields } from '../../components/forms/product-filter-fields.tsx';
import { useSession } from '../../session/session.ts';
import type { Selection } from './selection.ts';

const formats = exportFormats.map((format) => ({ value: format, label: format.toUpperCase() }));

/** Fields for the products in a file, and its format. */
export function SelectionFields({ form }: { readonly form: UseFormReturnType<Selection> }) {
  const { workspace } = useSession().caller;
  const columnKeys = useColumnKeys();
  const { format } = form.getValues();
  return (
    <>
      <NativeSelect label="Format" data={formats} {...form.getInputProps('format')} />
      <ProductFilterFields form={form} path="filter" />
      <TagsInput
        label="Columns"
        description="In this order, such as sku, name, prices.EUR. Leave empty for every column that has values."
        data={[...columnKeys]}
        maxDropdownHeight={220}
        {...form.getInputProps('columns')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MultiSelect
          label="Languages"
          description="Leave empty for all."
          data={workspace.locales}
          {...form.getInputProps('locales')}
        />
        <MultiSelect
          label="Currencies"
          description="Leave empty for all."
          data={workspace.currencies}
          {...form.getInputProps('currencies')}
        />
      </SimpleGrid>
      <Checkbox label="Include variants" {...form.getInputProps('includeVariants', { type: 'checkbox' })} />
      {format === 'csv' && (
        <>
          <NativeSelect label="Delimiter" data={Object.keys(delimiters)} {...form.getInputProps('delimiter')} />
          <Checkbox label="Add a byte order mark (for Excel)" {...form.getInputProps('bom', { type: 'checkbox' })} />
        </>
      )}
    </>
  );
}
