import { dataOf, listOf, pageOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { limits } from '../../limits.ts';
import { operation } from '../../vocabulary.ts';
import {
  WebhookCreateSchema,
  WebhookPatchSchema,
  WebhookPathSchema,
  WebhookSchema,
  WebhookWithSecretSchema,
  WebhookWithStatsSchema,
} from './webhook.schema.ts';
import {
  WebhookDeliveryDetailSchema,
  WebhookDeliveryListQuerySchema,
  WebhookDeliveryPathSchema,
  WebhookDeliverySchema,
} from './webhook-delivery.schema.ts';
import { deliveryRetentionDays, secretOverlapHours } from './webhook-values.ts';

const read = { anyScopes: ['webhooks:read', 'webhooks:write'] } as const;
const write = { scopes: ['webhooks:write'], bodyLimit: limits.webhookBody } as const;
const one = { resource: 'webhook', pathParams: WebhookPathSchema } as const;

/** Endpoints of webhooks. */
export const webhooksContract = {
  list: operation({
    ...read,
    id: 'webhooks.list',
    method: 'GET',
    path: '/webhooks',
    summary: 'List all webhook endpoints',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description: 'Each with the statistics of its deliveries of the last 24 hours.',
    responses: { 200: listOf(WebhookWithStatsSchema) },
  }),
  create: operation({
    ...write,
    id: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    summary: 'Register a webhook endpoint',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description: `It receives events from now on. Only this response shows its \`secret\`. A workspace has at most ${limits.webhooks} endpoints; one more returns 409.`,
    idempotency: 'accepted',
    authorize: 'scopes',
    body: WebhookCreateSchema,
    responses: { 201: dataOf(WebhookWithSecretSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...read,
    ...one,
    id: 'webhooks.get',
    method: 'GET',
    path: '/webhooks/:id',
    summary: 'Get a webhook endpoint',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    responses: { 200: dataOf(WebhookWithStatsSchema) },
  }),
  patch: operation({
    ...write,
    ...one,
    id: 'webhooks.patch',
    method: 'PATCH',
    path: '/webhooks/:id',
    summary: 'Change, pause or resume a webhook endpoint',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description:
      'While it is not active its events wait. `active: true` resumes it and the deliveries that wait for it, also after it was switched off.',
    body: WebhookPatchSchema,
    responses: { 200: dataOf(WebhookSchema) },
  }),
  delete: operation({
    ...write,
    ...one,
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Remove a webhook endpoint',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description: 'Its deliveries are deleted too.',
    responses: { 204: c.noBody() },
  }),
  deliveries: operation({
    ...read,
    ...one,
    id: 'webhooks.deliveries',
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook endpoint, newest first',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description: `Each with its last attempt. Deliveries are kept for ${deliveryRetentionDays} days.`,
    query: WebhookDeliveryListQuerySchema,
    responses: { 200: pageOf(WebhookDeliverySchema) },
  }),
  delivery: operation({
    ...read,
    ...one,
    id: 'webhooks.delivery',
    method: 'GET',
    path: '/webhooks/:id/deliveries/:deliveryId',
    summary: 'Get a delivery with all its attempts',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    pathParams: WebhookDeliveryPathSchema,
    responses: { 200: dataOf(WebhookDeliveryDetailSchema) },
  }),
  redeliver: operation({
    ...write,
    ...one,
    id: 'webhooks.redeliver',
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/redeliver',
    summary: 'Send the event of a delivery once more',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description:
      'The next attempt of a `pending` delivery is made now, or as soon as the attempt under way has failed; the response shows that delivery. Otherwise a new delivery of the same event is created. The response is 409 while the endpoint is not active and when the event is no longer kept.',
    idempotency: 'accepted',
    pathParams: WebhookDeliveryPathSchema,
    body: c.noBody(),
    responses: { 202: dataOf(WebhookDeliverySchema) },
    errors: ['conflict'],
  }),
  test: operation({
    ...write,
    ...one,
    id: 'webhooks.test',
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test event',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description:
      'Sends `webhook.test`, whatever the endpoint subscribes to. While the endpoint is not active, it returns 409.',
    idempotency: 'accepted',
    body: c.noBody(),
    responses: { 202: dataOf(WebhookDeliverySchema) },
    errors: ['conflict'],
  }),
  rotateSecret: operation({
    ...write,
    ...one,
    id: 'webhooks.rotateSecret',
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    summary: 'Give a webhook endpoint a new secret',
    tools: { none: 'Webhook endpoints belong to programs; the people who run these set them up.' },
    description: `Only this response shows the new \`secret\`. For ${secretOverlapHours} hours deliveries are signed with both.`,
    idempotency: 'accepted',
    authorize: 'scopes',
    body: c.noBody(),
    responses: { 200: dataOf(WebhookWithSecretSchema) },
  }),
};
