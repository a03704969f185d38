import type { Handlers } from '@contract-kit/middleware';
import { apiPrefix, type contract } from '@product-content/contract';
import type { RouteContext } from '../../kernel/index.ts';
import type { WebhookDeliveriesService } from './endpoints/webhook-deliveries.service.ts';
import type { WebhooksService } from './endpoints/webhooks.service.ts';

export interface WebhooksRoutesOptions {
  readonly webhooks: WebhooksService;
  readonly deliveries: WebhookDeliveriesService;
}

/** Handlers of the webhooks part of the contract. */
export function createWebhooksRoutes({
  webhooks,
  deliveries,
}: WebhooksRoutesOptions): Handlers<(typeof contract)['webhooks'], RouteContext> {
  return {
    list: async ({ context }) => ({ status: 200, body: { data: await webhooks.list(context.ctx) } }),
    create: async ({ body, context }) => {
      const data = await webhooks.create(context.ctx, body);
      return { status: 201, headers: { Location: `${apiPrefix}/webhooks/${data.id}` }, body: { data } };
    },
    get: async ({ params, context }) => ({ status: 200, body: { data: await webhooks.get(context.ctx, params.id) } }),
    patch: async ({ params, body, context }) => {
      return { status: 200, body: { data: await webhooks.patch(context.ctx, params.id, body) } };
    },
    delete: async ({ params, context }) => {
      await webhooks.delete(context.ctx, params.id);
      return { status: 204 };
    },
    deliveries: async ({ params, query, context }) => {
      return { status: 200, body: await deliveries.list(context.ctx, params.id, query) };
    },
    delivery: async ({ params, context }) => {
      return { status: 200, body: { data: await deliveries.get(context.ctx, params.id, params.deliveryId) } };
    },
    redeliver: async ({ params, context }) => {
      return { status: 202, body: { data: await deliveries.redeliver(context.ctx, params.id, params.deliveryId) } };
    },
    test: async ({ params, context }) => {
      return { status: 202, body: { data: await deliveries.test(context.ctx, params.id) } };
    },
    rotateSecret: async ({ params, context }) => {
      return { status: 200, body: { data: await webhooks.rotateSecret(context.ctx, params.id) } };
    },
  };
}
