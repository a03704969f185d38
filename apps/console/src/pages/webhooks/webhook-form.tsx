import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  allEvents,
  eventTypes,
  isOptIn,
  type SubscriptionName,
  signatureSchemes,
  type Webhook,
  type WebhookWithSecret,
} from '@product-content/contract';
import { useWrite } from '../../api/use-write.ts';
import { Form, stateOf } from '../../components/forms/form.tsx';
import { schemeLabels } from './endpoint-words.ts';

export interface WebhookFormProps {
  /** The endpoint to change; null: a new one. */
  readonly endpoint: Webhook | null;
  /** Called once it is saved, with the secret of a new one, and when a person cancels. */
  readonly onDone: (created?: WebhookWithSecret) => void;
}

/** The URL of an endpoint, its events, and how they are signed. */
export function WebhookForm({ endpoint, onDone }: WebhookFormProps) {
  const create = useWrite('webhooks.create', { showsProblem: true, onSuccess: ({ body }) => onDone(body.data) });
  const patch = useWrite('webhooks.patch', {
    showsProblem: true,
    success: 'Endpoint saved',
    onSuccess: () => onDone(),
  });
  const form = useForm({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      signatureScheme: endpoint?.signatureScheme ?? 'timestamped',
      events: [...(endpoint?.events ?? [])] as SubscriptionName[],
    },
  });
  const isAll = form.getValues().events.includes(allEvents);
  return (
    <Form
      form={form}
      submit={endpoint === null ? 'Register endpoint' : 'Save endpoint'}
      {...stateOf(endpoint === null ? create : patch)}
      onSubmit={({ description, ...settings }) => {
        const body = { ...settings, description: description || null };
        if (endpoint === null) create.mutate({ body });
        else patch.mutate({ params: { id: endpoint.id }, body });
      }}
      onCancel={() => onDone()}
    >
      <TextInput
        {...form.getInputProps('url')}
        label="Address"
        placeholder="https://shop.example.com/hooks"
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput {...form.getInputProps('description')} label="Description" maxLength={500} />
      <NativeSelect
        {...form.getInputProps('signatureScheme')}
        label="Signature"
        data={signatureSchemes.map((value) => ({ value, label: schemeLabels[value] }))}
      />
      <Checkbox.Group {...form.getInputProps('events')} label="Events">
        <Stack gap="sm" mt="sm">
          <Checkbox value={allEvents} label="All events, including those added later" />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={type}
                disabled={isAll && !isOptIn(type)}
                description={isOptIn(type) && 'only sent if chosen here'}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
