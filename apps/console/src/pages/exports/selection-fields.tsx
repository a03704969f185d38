import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { delimiters, exportFormats, productStatuses } from '@product-content/contract';
import { useColumnKeys } from '../../api/use-column-keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useMay, useSession } from '../../session/session.ts';
import type { Selection } from './selection.ts';

const formats = exportFormats.map((format) => ({ value: format, label: format.toUpperCase() }));
const statuses = productStatuses.map((status) => ({ value: status, label: status.replaceAll('_', ' ') }));

/** Which products a file has, and how. */
export function SelectionFields({ form: anyForm }: { readonly form: object }) {
  // The form may have further fields: each page names its own.
  const form = anyForm as UseFormReturnType<Selection>;
  const { workspace } = useSession().caller;
  const columnKeys = useColumnKeys();
  const enabled = useMay('categories.list');
  const categories = useRead('categories.list', {}, { enabled }).data?.body.data ?? [];
  const collections = useRead('collections.list', {}, { enabled }).data?.body.data ?? [];
  const { format } = form.getValues();
  return (
    <>
      <NativeSelect label="Format" data={formats} {...form.getInputProps('format')} />
      <MultiSelect
        label="Status"
        description="None: products of any status."
        data={statuses}
        {...form.getInputProps('status')}
      />
      <TagsInput
        label="Categories"
        description="Codes; those below them come with them. None: all products."
        data={categories.map(({ code }) => code)}
        {...form.getInputProps('category')}
      />
      <TagsInput
        label="Collections"
        description="Codes. None: all products."
        data={collections.map(({ code }) => code)}
        {...form.getInputProps('collection')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TagsInput label="Tags" {...form.getInputProps('tag')} />
        <TextInput label="Brand" {...form.getInputProps('brand')} />
      </SimpleGrid>
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
