import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  allEvents,
  eventTypes,
  isOptIn,
  type SubscriptionName,
  signatureSchemes,
  type Webhook,
  type WebhookSignatureScheme,
} from '@product-content/contract';
import { Form, type FormState } from '../../components/forms/form.tsx';
import { schemeLabels } from './endpoint-words.ts';

/** The settings of an endpoint: the body of `webhooks.create` and of `webhooks.patch`. */
export interface EndpointSettings {
  readonly url: string;
  readonly events: SubscriptionName[];
  readonly description: string | null;
  readonly signatureScheme: WebhookSignatureScheme;
}

export interface WebhookFormProps extends FormState {
  /** The endpoint to change; null: a new one. */
  readonly endpoint: Webhook | null;
  readonly submit: string;
  readonly onSubmit: (settings: EndpointSettings) => void;
  readonly onCancel: () => void;
}

/** The URL of an endpoint, its events, and how they are signed. */
export function WebhookForm({ endpoint, onSubmit, ...rest }: WebhookFormProps) {
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
      onSubmit={({ description, ...settings }) => onSubmit({ ...settings, description: description || null })}
      {...rest}
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
          <Checkbox value={allEvents} label="All events, those of later versions included" />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={type}
                disabled={isAll && !isOptIn(type)}
                description={isOptIn(type) && 'sent only when chosen here'}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
