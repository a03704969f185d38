import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ExportProfile } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { everything, fromProfile, toOptions } from './selection.ts';
import { SelectionFields } from './selection-fields.tsx';

export interface ProfileFormProps {
  /** Null: a new one. */
  readonly profile: ExportProfile | null;
  readonly onDone: () => void;
}

/** Saves an export as a profile with feeds, or changes a saved one. */
export function ProfileForm({ profile, onDone }: ProfileFormProps) {
  const form = useForm({
    initialValues: { name: profile?.name ?? '', ...(profile === null ? everything : fromProfile(profile)) },
  });
  const create = useWrite('exportProfiles.create', {
    showsProblem: true,
    success: 'Profile created',
    onSuccess: onDone,
  });
  const patch = useWrite('exportProfiles.patch', {
    showsProblem: true,
    success: 'Profile saved',
    onSuccess: onDone,
  });
  const save = profile === null ? create : patch;
  return (
    <Form
      form={form}
      submit={profile === null ? 'Create profile' : 'Save profile'}
      {...stateOf(save)}
      onSubmit={({ name, ...selection }) => {
        if (profile === null) {
          create.mutate({ body: { name, ...toOptions(selection) } });
          return;
        }
        // A choice that was removed returns to its default.
        const defaults = { columns: null, locales: null, currencies: null };
        const body = { name, ...defaults, ...toOptions(selection, profile.filter) };
        patch.mutate({ params: { id: profile.id }, body });
      }}
      onCancel={onDone}
    >
      <TextInput label="Name" required maxLength={100} {...form.getInputProps('name')} />
      <SelectionFields form={form} />
    </Form>
  );
}
