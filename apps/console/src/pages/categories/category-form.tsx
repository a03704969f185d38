import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CategoryNode, CategoryPatch } from '@product-content/contract';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { Form, type FormState } from '../../components/forms/form.tsx';
import {
  nameAndDescription,
  TranslationFields,
  toTranslations,
  useOtherLocales,
} from '../../components/forms/translation-fields.tsx';
import { pathName, possibleParents } from './category-tree.ts';

export interface CategoryFormProps extends FormState {
  /** Null: a new one. */
  readonly category: CategoryNode | null;
  /** All categories of the workspace, depth first. */
  readonly all: readonly CategoryNode[];
  /** The parent of a new one. */
  readonly parent?: string | null;
  readonly onSubmit: (change: CategoryPatch & { readonly name: string }, code: string) => void;
  readonly onCancel?: () => void;
}

export function CategoryForm({ category, all, parent = null, onSubmit, ...state }: CategoryFormProps) {
  const locales = useOtherLocales();
  const form = useForm({
    initialValues: {
      name: category?.name ?? '',
      code: category?.code ?? '',
      parent: category?.parent?.id ?? parent,
      description: category?.description ?? '',
      translations: toTranslations(category?.translations ?? {}, locales, nameAndDescription),
    },
  });
  return (
    <Form
      {...state}
      form={form}
      submit={category === null ? 'Create category' : 'Save category'}
      onSubmit={({ code, description, parent: moved, ...values }) => {
        const isMoved = category === null || moved !== (category.parent?.id ?? null);
        onSubmit({ ...values, description: description || null, ...(isMoved && { parent: moved }) }, code);
      }}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      {category === null && <CodeInput {...form.getInputProps('code')} />}
      <Select
        label="Parent"
        placeholder="None: at the top"
        clearable
        searchable
        data={possibleParents(all, category?.id ?? null).map((one) => ({ value: one.id, label: pathName(one) }))}
        {...form.getInputProps('parent')}
      />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <TranslationFields form={form} fields={nameAndDescription} />
    </Form>
  );
}
