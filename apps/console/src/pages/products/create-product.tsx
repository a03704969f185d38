import { Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Product } from '@product-content/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { AttributeField } from './edit/attribute-field.tsx';
import type { AttributeInput } from './edit/product-values.ts';

export interface CreateProductProps {
  /** Null: not a variant. */
  readonly parent: Product | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the minimum that a product needs, then opens its editor. */
export function CreateProduct({ isOpen, parent, onClose }: CreateProductProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={parent === null ? 'Create product' : 'Add variant'}>
      <CreateForm parent={parent} onClose={onClose} />
    </Modal>
  );
}

const kinds = [
  { value: 'simple', label: 'a product without variants' },
  { value: 'parent', label: 'a parent of variants' },
];

function CreateForm({ parent, onClose }: Omit<CreateProductProps, 'isOpen'>) {
  const navigate = useNavigate();
  const definitions = useRead('attributes.list', { query: {} }).data?.body.data ?? [];
  const create = useWrite('products.create', {
    success: parent === null ? 'Product created' : 'Variant added',
    showsProblem: true,
    onSuccess: ({ body }) => navigate({ to: '/products/$idOrSku/edit', params: { idOrSku: body.data.sku } }),
  });
  const form = useForm({
    initialValues: {
      sku: '',
      name: '',
      type: 'simple',
      variantAxes: [] as string[],
      attributes: Object.fromEntries((parent?.variantAxes ?? []).map((code): [string, AttributeInput] => [code, ''])),
    },
  });
  const isParent = form.getValues().type === 'parent';
  return (
    <Form
      form={form}
      submit={parent === null ? 'Create product' : 'Add variant'}
      {...stateOf(create)}
      onSubmit={({ sku, name, type, variantAxes, attributes }) =>
        create.mutate({
          body:
            parent === null
              ? { sku, name, ...(type === 'parent' && { type, variantAxes }) }
              : { sku, ...(name && { name }), type: 'variant', parent: parent.id, attributes },
        })
      }
      onCancel={onClose}
    >
      <TextInput label="SKU" required {...form.getInputProps('sku')} />
      <TextInput
        label="Name"
        required={parent === null}
        {...(parent !== null && { description: 'Empty: that of the parent.' })}
        {...form.getInputProps('name')}
      />
      {parent === null && <NativeSelect label="Kind" data={kinds} {...form.getInputProps('type')} />}
      {isParent && (
        <MultiSelect
          label="Attributes in which its variants differ"
          searchable
          data={definitions.filter((one) => one.usableAsAxis).map(({ code, label }) => ({ value: code, label }))}
          {...form.getInputProps('variantAxes')}
        />
      )}
      {parent?.variantAxes.map((code) => {
        const attribute = definitions.find((one) => one.code === code);
        return attribute && <AttributeField key={code} attribute={attribute} form={form} path={`attributes.${code}`} />;
      })}
    </Form>
  );
}
