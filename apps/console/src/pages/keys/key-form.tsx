import { type ApiKeyWithText, allScopes, type Scope, scopes } from '@product-content/contract';
import { CheckboxGroup, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useSession } from '../../session/session.ts';

/** Makes a key with some of the scopes the own one has. */
export function KeyForm({ onCreated }: { onCreated: (key: ApiKeyWithText) => void }) {
  const { api, caller } = useSession();
  const create = async (fields: FormData) => {
    const day = String(fields.get('expiresAt'));
    const { body } = await api.keys.create({
      body: {
        name: String(fields.get('name')),
        scopes: fields.getAll('scopes') as Scope[],
        expiresAt: day === '' ? null : new Date(day).toISOString(),
      },
    });
    onCreated(body.data);
  };
  const granted = allScopes.filter((scope) => caller.scopes.includes(scope));
  return (
    <Form submit="Create key" onSubmit={create}>
      <TextField name="name" label="Name" required maxLength={200} hint="What it is for." />
      <CheckboxGroup
        name="scopes"
        label="Scopes"
        hint="A key can give only what it has itself."
        options={granted.map((scope) => ({
          value: scope,
          label: (
            <>
              <code>{scope}</code> <span class="muted">{scopes[scope]}</span>
            </>
          ),
        }))}
      />
      <TextField name="expiresAt" label="Expires" type="datetime-local" hint="Empty: never." />
    </Form>
  );
}
