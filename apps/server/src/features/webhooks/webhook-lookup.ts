import type { ResourceLookup } from '@contract-kit/middleware';
import { decodeId } from '../../kernel/index.ts';
import type { WebhookEndpointsRepository } from './endpoints/webhook-endpoints.repository.ts';

/** Whether the endpoint a path's `{id}` names exists, for the check before a body is read. */
export function createWebhookLookup(endpoints: WebhookEndpointsRepository): ResourceLookup {
  return async function lookupWebhook({ caller, params }) {
    const id = decodeId('webhook', params.id ?? '');
    if (caller === null || id === null) return null;
    return (await endpoints.exists(caller.tenantId, id)) ? { entityTag: null } : null;
  };
}
