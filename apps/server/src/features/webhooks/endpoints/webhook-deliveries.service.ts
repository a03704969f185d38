import { type Pagination, toPagination } from '@contract-kit/http-spec';
import {
  testEventType,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
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
import type { Database, Transaction } from '../../../storage/index.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { notifyWebhooks } from '../webhook-relay.sql.ts';
import { toDelivery, toDeliveryDetail } from './webhook.mapper.ts';
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

/** The deliveries of an endpoint, including redeliveries and tests. */
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

  /** One delivery with its attempts. @throws ApiError `not_found`. */
  async get(
    { workspace }: RequestContext,
    reference: string,
    deliveryReference: string,
  ): Promise<WebhookDeliveryDetail> {
    const endpointId = toUuid(reference);
    const { endpoints, deliveries } = this.#options;
    if (!(await endpoints.exists(workspace.id, endpointId))) throw notFound('webhook endpoint');
    const row = await deliveries.find(workspace.id, endpointId, toDeliveryUuid(deliveryReference));
    if (row === null) throw notFound('delivery');
    return toDeliveryDetail(row);
  }

  /**
   * Sends the event of a delivery immediately: a pending delivery becomes due now; for any other, a new one is created.
   *
   * @throws ApiError `not_found`; `conflict` when the endpoint is not active or the event is no longer kept.
   */
  async redeliver(ctx: RequestContext, reference: string, deliveryReference: string): Promise<WebhookDelivery> {
    const { workspace } = ctx;
    const { database, deliveries } = this.#options;
    return database.transaction(async (tx) => {
      const endpoint = await this.#lockEndpoint(ctx, reference);
      // Locked: an attempt that ends now is saved before or after, so that "pending" stays true until the end.
      const earlier = await deliveries.findForUpdate(workspace.id, endpoint.id, toDeliveryUuid(deliveryReference));
      if (earlier === null) throw notFound('delivery');
      if (!(await deliveries.hasEvent(workspace.id, earlier.id))) {
        throw new ApiError('conflict', 'The event of this delivery is no longer kept.');
      }
      assertActive(endpoint);
      if (earlier.status !== 'pending') return this.#deliver(tx, endpoint, earlier);
      await deliveries.makeDue(workspace.id, earlier.id);
      return this.#wakeFor(tx, endpoint, earlier.id);
    });
  }

  /** Sends a test event. @throws ApiError `not_found`; `conflict` when the endpoint is not active. */
  async test(ctx: RequestContext, reference: string): Promise<WebhookDelivery> {
    const { database, clock, ids } = this.#options;
    return database.transaction(async (tx) => {
      const endpoint = await this.#lockEndpoint(ctx, reference);
      assertActive(endpoint);
      const eventId = ids.next();
      const envelope: WebhookTestEvent = {
        id: encodeId('event', eventId),
        type: testEventType,
        createdAt: clock.now().toISOString(),
        workspaceId: encodeId('workspace', ctx.workspace.id),
        data: { message: `A test of the webhook endpoint ${reference}, sent by ${ctx.actor.name}.` },
      };
      return this.#deliver(tx, endpoint, { eventId, event: testEventType, body: JSON.stringify(envelope) });
    });
  }

  async #lockEndpoint({ workspace }: RequestContext, reference: string): Promise<WebhookEndpointRow> {
    const endpoint = await this.#options.endpoints.findForUpdate(workspace.id, toUuid(reference));
    if (endpoint === null) throw notFound('webhook endpoint');
    return endpoint;
  }

  async #deliver(
    tx: Transaction,
    endpoint: WebhookEndpointRow,
    { eventId, event, body }: Pick<NewDelivery, 'eventId' | 'event' | 'body'>,
  ): Promise<WebhookDelivery> {
    const { deliveries, clock, ids } = this.#options;
    const { workspaceId, id: endpointId } = endpoint;
    const id = ids.next();
    await deliveries.insert({ workspaceId, id, endpointId, eventId, event, body, createdAt: clock.now() });
    return this.#wakeFor(tx, endpoint, id);
  }

  /** Notifies the senders on commit. @returns the current delivery. */
  async #wakeFor(tx: Transaction, endpoint: WebhookEndpointRow, deliveryId: string): Promise<WebhookDelivery> {
    await tx.run(notifyWebhooks, {});
    const row = await this.#options.deliveries.find(endpoint.workspaceId, endpoint.id, deliveryId);
    if (row === null) throw new Error('A delivery of this transaction is missing.');
    return toDelivery(row);
  }
}

/** @throws ApiError `conflict`. */
function assertActive({ status }: WebhookEndpointRow): void {
  if (status === 'active') return;
  throw new ApiError('conflict', 'The endpoint is not active; resume it with PATCH `active: true` first.');
}

/** The UUID of a public delivery id. @throws ApiError `not_found`. */
function toDeliveryUuid(reference: string): string {
  const id = decodeId('delivery', reference);
  if (id === null) throw notFound('delivery');
  return id;
}
