import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Collection } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { CodeInput } from '../../components/forms/code-input.tsx';
import { Form, stateOf } from '../../components/forms/form.tsx';
import {
  nameAndDescription,
  TranslationFields,
  toTranslations,
  useOtherLocales,
} from '../../components/forms/translation-fields.tsx';

export interface CollectionFormProps {
  /** Null: a new one. */
  readonly collection: Collection | null;
  /** Called once it is saved, and when a person cancels. */
  readonly onDone?: () => void;
}

/** Creates or changes a collection. */
export function CollectionForm({ collection, onDone }: CollectionFormProps) {
  const options = { showsProblem: true, onSuccess: () => onDone?.() };
  const create = useWrite('collections.create', { ...options, success: 'Collection created' });
  const patch = useWrite('collections.patch', { ...options, success: 'Collection saved' });
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
      {...stateOf(collection === null ? create : patch)}
      form={form}
      submit={collection === null ? 'Create collection' : 'Save collection'}
      onSubmit={({ code, ...values }) => {
        const body = { ...values, description: values.description || null };
        if (collection === null) create.mutate({ body: { ...body, code } });
        else patch.mutate({ params: { idOrCode: collection.id }, body });
      }}
      {...(onDone && { onCancel: onDone })}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      {collection === null && <CodeInput {...form.getInputProps('code')} />}
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <TranslationFields form={form} fields={nameAndDescription} />
    </Form>
  );
}
