import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';

const kinds = [
  { value: 'simple', label: 'Product without variants' },
  { value: 'parent', label: 'Parent of variants' },
];

/** Asks for the minimum that a product needs, then opens its editor. */
export function CreateProduct({ onCancel }: { readonly onCancel: () => void }) {
  const navigate = useNavigate();
  const definitions = useRead('attributes.list', { query: {} }).data?.body.data ?? [];
  const create = useWrite('products.create', {
    success: 'Product created',
    showsProblem: true,
    onSuccess: ({ body }) => navigate({ to: '/products/$idOrSku/edit', params: { idOrSku: body.data.sku } }),
  });
  const form = useForm({ initialValues: { sku: '', name: '', type: 'simple', variantAxes: [] as string[] } });
  const isParent = form.getValues().type === 'parent';
  return (
    <Form
      form={form}
      submit="Create product"
      {...stateOf(create)}
      onSubmit={({ sku, name, variantAxes }) =>
        create.mutate({ body: { sku, name, ...(isParent && { type: 'parent', variantAxes }) } })
      }
      onCancel={onCancel}
    >
      <TextInput label="SKU" required {...form.getInputProps('sku')} />
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <NativeSelect label="Kind" data={kinds} {...form.getInputProps('type')} />
      {isParent && (
        <MultiSelect
          label="Attributes that distinguish its variants"
          searchable
          data={definitions.filter((one) => one.usableAsAxis).map(({ code, label }) => ({ value: code, label }))}
          {...form.getInputProps('variantAxes')}
        />
      )}
    </Form>
  );
}
