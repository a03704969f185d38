import { type Pagination, toPagination } from '@contract-kit/http-spec';
import {
  testEventType,
  type WebhookDelivery,
  type WebhookDeliveryListQuery,
  type WebhookTestEvent,
} from '@product-content/contract';
import {
  ApiError,
  type Clock,
  decodeId,
  encodeId,
  type IdSource,
  notFound,
  type RequestContext,
} from '../../../kernel/index.ts';
import { type Database, notifyWebhooks } from '../../../storage/index.ts';
import { toDelivery } from './webhook.mapper.ts';
import type { NewDelivery, WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import type { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';
import { toUuid } from './webhooks.service.ts';

export interface WebhookDeliveriesServiceOptions {
  readonly database: Database;
  readonly endpoints: WebhookEndpointsRepository;
  readonly deliveries: WebhookDeliveriesRepository;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What an endpoint was sent, and what its owner has sent to it. */
export class WebhookDeliveriesService {
  readonly #options: WebhookDeliveriesServiceOptions;

  constructor(options: WebhookDeliveriesServiceOptions) {
    this.#options = options;
  }

  /** Newest first. @throws ApiError `not_found`. */
  async list(
    { workspace }: RequestContext,
    reference: string,
    query: WebhookDeliveryListQuery,
  ): Promise<{ data: WebhookDelivery[]; pagination: Pagination }> {
    const { endpoints, deliveries } = this.#options;
    const endpointId = toUuid(reference);
    if (!(await endpoints.exists(workspace.id, endpointId))) throw notFound('webhook endpoint');
    const { rows, total } = await deliveries.page(workspace.id, endpointId, query);
    const { page = 1, limit } = query;
    return { data: rows.map(toDelivery), pagination: toPagination({ page, limit }, total) };
  }

  /**
   * Makes a new delivery of the same event, to be sent at once.
   *
   * @throws ApiError `not_found`; `conflict` when the endpoint is not active or the event no longer kept.
   */
  async redeliver(ctx: RequestContext, reference: string, deliveryReference: string): Promise<WebhookDelivery> {
    const { workspace } = ctx;
    const { deliveries } = this.#options;
    const deliveryId = decodeId('delivery', deliveryReference);
    return this.#send(ctx, reference, async (endpointId) => {
      const earlier = deliveryId === null ? null : await deliveries.find(workspace.id, endpointId, deliveryId);
      if (earlier === null) throw notFound('delivery');
      if (!(await deliveries.hasEvent(workspace.id, earlier.id))) {
        throw new ApiError('conflict', 'The event of this delivery is no longer kept.');
      }
      const { eventId, event, body } = earlier;
      return { eventId, event, body };
    });
  }

  /** Sends a test event. @throws ApiError `not_found`; `conflict` when the endpoint is not active. */
  async test(ctx: RequestContext, reference: string): Promise<WebhookDelivery> {
    const { ids } = this.#options;
    return this.#send(ctx, reference, async (_, at) => {
      const eventId = ids.next();
      const envelope: WebhookTestEvent = {
        id: encodeId('event', eventId),
        type: testEventType,
        createdAt: at.toISOString(),
        workspaceId: encodeId('workspace', ctx.workspace.id),
        data: { message: `A test of the webhook endpoint ${reference}, sent by ${ctx.actor.name}.` },
      };
      return { eventId, event: testEventType, body: JSON.stringify(envelope) };
    });
  }

  async #send(
    { workspace }: RequestContext,
    reference: string,
    prepare: (endpointId: string, at: Date) => Promise<Pick<NewDelivery, 'eventId' | 'event' | 'body'>>,
  ): Promise<WebhookDelivery> {
    const { database, endpoints, deliveries, clock, ids } = this.#options;
    return database.transaction(async (tx) => {
      const endpoint = await endpoints.findForUpdate(workspace.id, toUuid(reference));
      if (endpoint === null) throw notFound('webhook endpoint');
      const at = clock.now();
      const content = await prepare(endpoint.id, at);
      if (endpoint.status !== 'active') {
        throw new ApiError('conflict', 'The endpoint is not active; resume it with PATCH `active: true` first.');
      }
      const id = ids.next();
      await deliveries.insert({ ...content, workspaceId: workspace.id, id, endpointId: endpoint.id, createdAt: at });
      await notifyWebhooks(tx);
      const row = await deliveries.find(workspace.id, endpoint.id, id);
      if (row === null) throw new Error('A delivery that was just inserted is not there.');
      return toDelivery(row);
    });
  }
}
