import { Checkbox, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApiKeyWithText, allScopes, type Scope, scopes } from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { useSession } from '../../session/session.ts';

export interface KeyFormProps {
  readonly onCreated: (key: ApiKeyWithText) => void;
  readonly onCancel: () => void;
}

/** Creates a key with some of the scopes of the key in use. */
export function KeyForm({ onCreated, onCancel }: KeyFormProps) {
  const { caller } = useSession();
  const form = useForm({ initialValues: { name: '', scopes: [] as Scope[], expiresAt: '' } });
  const create = useWrite('keys.create', { showsProblem: true, onSuccess: ({ body }) => onCreated(body.data) });
  return (
    <Form
      form={form}
      submit="Create key"
      {...stateOf(create)}
      onSubmit={({ expiresAt, ...values }) =>
        create.mutate({
          body: { ...values, expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString() },
        })
      }
      onCancel={onCancel}
    >
      <TextInput
        {...form.getInputProps('name')}
        label="Name"
        description="What it is for."
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
      />
      <Checkbox.Group
        {...form.getInputProps('scopes')}
        label="Scopes"
        description="A key can only grant scopes that it has."
      >
        <Stack gap="sm" mt="sm">
          {allScopes
            .filter((scope) => caller.scopes.includes(scope))
            .map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<Code>{scope}</Code>}
                description={
                  <Text span inherit>
                    {scopes[scope]}
                  </Text>
                }
              />
            ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        {...form.getInputProps('expiresAt')}
        label="Expires"
        type="datetime-local"
        description="Leave it empty for a key that does not expire."
      />
    </Form>
  );
}
