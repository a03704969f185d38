import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Collection, CollectionPatch } from '@product-content/contract';
import type { Problem } from '../../api/problem.ts';
import { Form } from '../../components/forms/form.tsx';
import {
  type TranslatedField,
  TranslationFields,
  toTranslations,
  useOtherLocales,
} from '../../components/forms/translation-fields.tsx';

const translated: readonly TranslatedField[] = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description', isLong: true },
];

export interface CollectionFormProps {
  /** Null: a new one. */
  readonly collection: Collection | null;
  readonly isPending: boolean;
  readonly problem: Problem | null;
  readonly onSubmit: (change: CollectionPatch, code: string) => void;
  readonly onCancel?: () => void;
}

export function CollectionForm({ collection, onSubmit, ...state }: CollectionFormProps) {
  const form = useForm({
    initialValues: {
      name: collection?.name ?? '',
      code: collection?.code ?? '',
      description: collection?.description ?? '',
      translations: toTranslations(collection?.translations ?? {}, useOtherLocales(), translated),
    },
  });
  return (
    <Form
      {...state}
      form={form}
      submit={collection === null ? 'Create collection' : 'Save collection'}
      onSubmit={({ code, description, ...values }) => onSubmit({ ...values, description: description || null }, code)}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      {collection === null && (
        <TextInput
          label="Code"
          required
          description="Letters, digits, - and _. It cannot be changed later."
          {...form.getInputProps('code')}
        />
      )}
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <TranslationFields form={form} fields={translated} />
    </Form>
  );
}
