import { Accordion, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { dateFormats, importPresets, productStatuses, recordTypes } from '@product-content/contract';
import { useRead } from '../../api/use-read.ts';
import { useMay, useSession } from '../../session/session.ts';
import type { ImportSettings } from './import-settings.ts';

const modes = [
  { value: 'upsert', label: 'Create and update' },
  { value: 'create', label: 'Create only' },
  { value: 'update', label: 'Update only' },
];

const separators = [
  { value: '', label: 'Detect for each column' },
  { value: 'point', label: 'Point: 1.5' },
  { value: 'comma', label: 'Comma: 1,5' },
];

const dates = [
  { value: '', label: 'Detect for each column' },
  ...dateFormats.map((value) => ({ value, label: value })),
];

const emptyCells = [
  { value: 'ignore', label: 'Keep the current value' },
  { value: 'clear', label: 'Clear the field' },
];

const headers = [
  { value: '', label: 'Detect' },
  { value: 'true', label: 'Column names' },
  { value: 'false', label: 'Data' },
];

const identities = [
  { value: 'sku', label: 'SKU' },
  { value: 'id', label: 'Id' },
  { value: 'gtin', label: 'GTIN' },
];

const missing = [
  { value: 'keep', label: 'Keep' },
  { value: 'archive', label: 'Archive' },
];

const systems = [
  { value: '', label: 'Detect' },
  { value: 'none', label: 'Other: read the columns as they are' },
  ...importPresets.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];

const created = ['categories', 'attributes', 'options', 'collections'] as const;

const types = recordTypes.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** What the rows of a file are, and how they are read: the most common options, and the others on demand. */
export function OptionFields({ form }: { readonly form: UseFormReturnType<ImportSettings> }) {
  const mayWriteCatalog = useMay('categories.create');
  const isOfProducts = form.getValues().recordType === 'products';
  const profiles = useRead('importProfiles.list', {}).data?.body.data ?? [];
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Rows contain"
          data={mayWriteCatalog ? types : types.slice(0, 1)}
          {...form.getInputProps('recordType')}
        />
        <NativeSelect
          label="Profile"
          data={[{ value: '', label: 'None' }, ...profiles.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('profile')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect label="Mode" data={modes} {...form.getInputProps('mode')} />
        <NativeSelect label="Decimal separator" data={separators} {...form.getInputProps('decimalSeparator')} />
        <NativeSelect label="Date format" data={dates} {...form.getInputProps('dateFormat')} />
      </SimpleGrid>
      {isOfProducts && (
        <Checkbox.Group
          label="Create missing"
          description="Records that a cell names but the workspace lacks. If you choose none, files of known shops create them; in other files, the row fails."
          {...form.getInputProps('createMissing')}
          value={[...form.getValues().createMissing]}
        >
          <Group gap="lg" mt="sm">
            {created.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>More options</Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
              <MoreFields form={form} isOfProducts={isOfProducts} />
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

interface MoreFieldsProps {
  readonly form: UseFormReturnType<ImportSettings>;
  readonly isOfProducts: boolean;
}

function MoreFields({ form, isOfProducts }: MoreFieldsProps) {
  const { workspace } = useSession().caller;
  const orDefault = (values: readonly string[], label: string) => [
    { value: '', label },
    ...values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  ];
  return (
    <>
      <NativeSelect label="Empty cells" data={emptyCells} {...form.getInputProps('emptyCells')} />
      <NativeSelect
        label="Language of texts"
        data={orDefault(workspace.locales, `Default: ${workspace.defaultLocale}`)}
        {...form.getInputProps('locale')}
      />
      <NativeSelect label="First row" data={headers} {...form.getInputProps('header')} />
      <TextInput label="Sheet" placeholder="The first one" {...form.getInputProps('sheet')} />
      {isOfProducts && (
        <>
          <NativeSelect label="File written by" data={systems} {...form.getInputProps('preset')} />
          <NativeSelect label="Match products by" data={identities} {...form.getInputProps('matchBy')} />
          <NativeSelect label="Products that are not in the file" data={missing} {...form.getInputProps('missing')} />
          <NativeSelect
            label="Status of new products"
            data={orDefault(productStatuses, 'From the row, otherwise draft')}
            {...form.getInputProps('defaultStatus')}
          />
          <NativeSelect
            label="Currency of prices without a currency"
            data={orDefault(workspace.currencies, 'Currency of the product')}
            {...form.getInputProps('currency')}
          />
          <TextInput
            label="Base URL of images"
            placeholder="https://shop.example.com/media/"
            description="Prepended to image names that are not URLs."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('imageBase')}
          />
        </>
      )}
    </>
  );
}
