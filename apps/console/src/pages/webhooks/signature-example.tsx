import { Anchor, Tabs, Text } from '@mantine/core';
import { type WebhookSignatureScheme, webhookHeaders } from '@product-content/contract';
import { baseUrl } from '../../api/client.ts';
import { Section } from '../../components/page/page.tsx';
import { CodeView } from '../../components/records/code-view.tsx';

/** Code that a receiver can copy to verify signatures. */
export function SignatureExample({ scheme }: { readonly scheme: WebhookSignatureScheme }) {
  const examples = scheme === 'timestamped' ? timestamped : standard;
  return (
    <Section title="Verify the signature">
      <Text size="sm" c="dimmed" maw="70ch">
        Verify the raw bytes of the body before you parse them, and respond with a 2xx within 10 seconds. The headers
        and the payload of each event are in the{' '}
        <Anchor href={`${baseUrl}/docs`} inherit underline="always">
          API reference
        </Anchor>
        .
      </Text>
      <Tabs defaultValue={examples[0]?.name} keepMounted={false}>
        <Tabs.List mb="md">
          {examples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {examples.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name}>
            <CodeView what={`the example for ${name}`} text={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

const timestamped = [
  {
    name: 'Express',
    code: `import { receiveWebhooks } from '@contract-kit/webhooks/express';

const headerNames = { signature: '${webhookHeaders.signature}', delivery: '${webhookHeaders.delivery}' };

// Before express.json(): the signature covers the bytes.
app.post('/webhooks', receiveWebhooks({ secrets: process.env.WEBHOOK_SECRET, headerNames, onEvent }));`,
  },
  {
    name: 'Shell',
    code: `# t and v1 come from ${webhookHeaders.signature}: t=1700000000,v1=5257a869e7…
printf '%s.%s' "$t" "$(cat body)" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -hex
# Accept the delivery if the result equals a v1 and t is within 300 seconds of your clock.`,
  },
] as const;

const standard = [
  {
    name: 'Express',
    code: `import { receiveWebhooks } from '@contract-kit/webhooks/express';

// Before express.json(): the signature covers the bytes.
app.post('/webhooks', receiveWebhooks({ secrets: process.env.WEBHOOK_SECRET, scheme: 'standard_webhooks', onEvent }));`,
  },
  {
    name: 'Standard Webhooks',
    code: `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers);`,
  },
] as const;
