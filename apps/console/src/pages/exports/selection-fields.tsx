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
        description="In their order: sku, name, prices.EUR. None: every column in which a product has a value."
        data={[...columnKeys]}
        maxDropdownHeight={220}
        {...form.getInputProps('columns')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MultiSelect
          label="Languages"
          description="None: all."
          data={workspace.locales}
          {...form.getInputProps('locales')}
        />
        <MultiSelect
          label="Currencies"
          description="None: all."
          data={workspace.currencies}
          {...form.getInputProps('currencies')}
        />
      </SimpleGrid>
      <Checkbox
        label="Variants come with their parents"
        {...form.getInputProps('includeVariants', { type: 'checkbox' })}
      />
      {format === 'csv' && (
        <>
          <NativeSelect label="Between the cells" data={Object.keys(delimiters)} {...form.getInputProps('delimiter')} />
          <Checkbox
            label="Begin with a byte order mark, for Excel"
            {...form.getInputProps('bom', { type: 'checkbox' })}
          />
        </>
      )}
    </>
  );
}
