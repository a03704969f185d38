import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CategoryNode } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { Form, stateOf } from '../../components/forms/form.tsx';
import {
  nameAndDescription,
  TranslationFields,
  toTranslations,
  useOtherLocales,
} from '../../components/forms/translation-fields.tsx';
import { pathName, possibleParents } from './category-tree.ts';

export interface CategoryFormProps {
  /** Null: a new one. */
  readonly category: CategoryNode | null;
  /** All categories of the workspace, depth first. */
  readonly all: readonly CategoryNode[];
  /** Called once it is saved, and when a person cancels. */
  readonly onDone?: () => void;
}

/** Creates or changes a category. */
export function CategoryForm({ category, all, onDone }: CategoryFormProps) {
  const options = { showsProblem: true, onSuccess: () => onDone?.() };
  const create = useWrite('categories.create', { ...options, success: 'Category created' });
  const patch = useWrite('categories.patch', { ...options, success: 'Category saved' });
  const locales = useOtherLocales();
  const form = useForm({
    initialValues: {
      name: category?.name ?? '',
      code: category?.code ?? '',
      parent: category?.parent?.id ?? null,
      description: category?.description ?? '',
      translations: toTranslations(category?.translations ?? {}, locales, nameAndDescription),
    },
  });
  return (
    <Form
      {...stateOf(category === null ? create : patch)}
      form={form}
      submit={category === null ? 'Create category' : 'Save category'}
      onSubmit={({ code, parent, ...values }) => {
        const body = { ...values, description: values.description || null };
        if (category === null) return create.mutate({ body: { ...body, code, parent } });
        const isMoved = parent !== (category.parent?.id ?? null);
        patch.mutate({ params: { idOrCode: category.id }, body: { ...body, ...(isMoved && { parent }) } });
      }}
      {...(onDone && { onCancel: onDone })}
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
