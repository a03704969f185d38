import type { Webhook, WebhookWithSecret } from '@product-content/contract';
import { beforeAll, expect, it } from 'vitest';
import { sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let open: OpenWorkspace;

beforeAll(async () => {
  open = await openWorkspace(await sharedApp({ ROLE: 'api' }));
});

it('a webhook endpoint changes its signature scheme and keeps its secret', async () => {
  const input = { url: 'https://8.8.8.8/hook', events: ['*'], signatureScheme: 'standard_webhooks' };
  const { data: created } = await open.api.post<WebhookWithSecret>('/webhooks', input);
  const { secret: _, ...shown } = created;
  expect(shown.signatureScheme).toBe('standard_webhooks');
  const path = `/webhooks/${shown.id}`;
  const { data: patched } = await open.api.patch<Webhook>(path, { signatureScheme: 'timestamped' });
  expect(patched).toEqual({ ...shown, signatureScheme: 'timestamped', updatedAt: expect.any(String) });
  expectInvalid(await open.api.patch(path, { signatureScheme: 'md5' }), 'signatureScheme');
  expect((await open.api.get<Webhook>(path)).data.signatureScheme).toBe('timestamped');
});
