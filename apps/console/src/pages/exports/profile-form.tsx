import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useSession } from '../../session/session.ts';
import { readSelection, SelectionFields } from './selection-fields.tsx';

/** Saves an export, which gives it feeds. */
export function ProfileForm({ onCreated }: { onCreated: () => void }) {
  const { api } = useSession();
  const create = async (fields: FormData) => {
    await api.exportProfiles.create({ body: { name: String(fields.get('name')), ...readSelection(fields) } });
    onCreated();
  };
  return (
    <Form submit="Create profile" onSubmit={create}>
      <TextField name="name" label="Name" required maxLength={100} />
      <SelectionFields />
    </Form>
  );
}
