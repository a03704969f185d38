import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Collection, CollectionPatch } from '@product-content/contract';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { Form, type FormState } from '../../components/forms/form.tsx';
import {
  nameAndDescription,
  TranslationFields,
  toTranslations,
  useOtherLocales,
} from '../../components/forms/translation-fields.tsx';

export interface CollectionFormProps extends FormState {
  /** Null: a new one. */
  readonly collection: Collection | null;
  readonly onSubmit: (change: CollectionPatch, code: string) => void;
  readonly onCancel?: () => void;
}

export function CollectionForm({ collection, onSubmit, ...state }: CollectionFormProps) {
  const form = useForm({
    initialValues: {
      name: collection?.name ?? '',
      code: collection?.code ?? '',
      description: collection?.description ?? '',
      translations: toTranslations(collection?.translations ?? {}, useOtherLocales(), nameAndDescription),
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
      {collection === null && <CodeInput {...form.getInputProps('code')} />}
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <TranslationFields form={form} fields={nameAndDescription} />
    </Form>
  );
}
