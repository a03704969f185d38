import { Alert, Button, Group, JsonInput, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type OperationId, routeOf } from '../../api/operations.ts';
import { confirm } from '../../components/page/confirm.tsx';
import { type Draft, inputsOf } from './draft.ts';

export interface RequestFormProps {
  readonly operation: OperationId;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly isPending: boolean;
  /** Why it could not be sent. */
  readonly problem: string | null;
  readonly onSubmit: () => void;
}

/** The parameters and the body of an operation. */
export function RequestForm({ operation, draft, onChange, isPending, problem, onSubmit }: RequestFormProps) {
  const { params, query, takesBody, takesTag } = inputsOf(operation);
  const { method } = routeOf(operation);
  const chosen = query.filter(({ name }) => name in draft.query);
  const send = () => {
    if (method !== 'DELETE') return onSubmit();
    confirm({
      title: 'Send this DELETE request?',
      consequence: 'It deletes the record in this workspace.',
      confirm: 'Send',
      onConfirm: onSubmit,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        {params.map((name) => (
          <TextInput
            key={name}
            label={name}
            required
            withAsterisk={false}
            value={draft.params[name] ?? ''}
            onChange={({ currentTarget }) => onChange({ params: { ...draft.params, [name]: currentTarget.value } })}
          />
        ))}
        {chosen.map(({ name, description }) => (
          <TextInput
            key={name}
            label={name}
            description={description}
            value={draft.query[name] ?? ''}
            onChange={({ currentTarget }) => onChange({ query: { ...draft.query, [name]: currentTarget.value } })}
          />
        ))}
        {chosen.length < query.length && (
          <NativeSelect
            label="Add a query parameter"
            value=""
            data={[
              { value: '', label: 'choose one' },
              ...query.filter(({ name }) => !(name in draft.query)).map(({ name }) => name),
            ]}
            onChange={({ currentTarget }) => onChange({ query: { ...draft.query, [currentTarget.value]: '' } })}
          />
        )}
        {takesTag && (
          <TextInput
            label="If-Match"
            description="The entity tag of the version you have seen. Leave empty to ignore the version."
            value={draft.ifMatch}
            onChange={({ currentTarget }) => onChange({ ifMatch: currentTarget.value })}
          />
        )}
        {takesBody && (
          <JsonInput
            label="Body"
            description="JSON"
            autosize
            minRows={6}
            maxRows={20}
            formatOnBlur
            validationError="This is not valid JSON."
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={draft.body}
            onChange={(body) => onChange({ body })}
          />
        )}
        {problem !== null && (
          <Alert color="red" variant="outline" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            Send request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
