import {
  allEvents,
  type SubscriptionName,
  signatureSchemes,
  subscriptionNames,
  type WebhookSignatureScheme,
  type WebhookWithSecret,
} from '@product-content/contract';
import { CheckboxGroup, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useSession } from '../../session/session.ts';
import { schemeLabels } from './signature-scheme.ts';

const options = subscriptionNames.map((name) => ({
  value: name,
  label: name === allEvents ? 'All events, those of later versions too' : <code>{name}</code>,
}));

/** Registers an endpoint. */
export function WebhookForm({ onCreated }: { onCreated: (endpoint: WebhookWithSecret) => void }) {
  const { api } = useSession();
  const create = async (fields: FormData) => {
    const { body } = await api.webhooks.create({
      body: {
        url: String(fields.get('url')),
        events: fields.getAll('events') as SubscriptionName[],
        description: String(fields.get('description')) || null,
        signatureScheme: String(fields.get('signatureScheme')) as WebhookSignatureScheme,
      },
    });
    onCreated(body.data);
  };
  return (
    <Form submit="Register endpoint" onSubmit={create}>
      <TextField name="url" label="Address" required placeholder="https://shop.example.com/hooks" />
      <TextField name="description" label="Description" maxLength={500} />
      <SelectField name="signatureScheme" label="Signature">
        {signatureSchemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {schemeLabels[scheme]}
          </option>
        ))}
      </SelectField>
      <CheckboxGroup name="events" label="Events" options={options} />
    </Form>
  );
}
