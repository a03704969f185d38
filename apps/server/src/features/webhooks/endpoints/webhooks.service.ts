import {
  limits,
  secretOverlapHours,
  type Webhook,
  type WebhookCreate,
  type WebhookPatch,
  type WebhookWithSecret,
  type WebhookWithStats,
} from '@product-content/contract';
import { ApiError, type Clock, decodeId, type IdSource, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { UrlCheck } from '../../../outbound/index.ts';
import type { Database, SecretCipher } from '../../../storage/index.ts';
import { createEndpointSecret } from '../endpoint-secrets.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { notifyWebhooks } from '../webhook-relay.sql.ts';
import { toStats, toWebhook } from './webhook.mapper.ts';
import type { WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import type { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';

export interface WebhooksServiceOptions {
  readonly database: Database;
  readonly endpoints: WebhookEndpointsRepository;
  readonly deliveries: WebhookDeliveriesRepository;
  readonly cipher: SecretCipher;
  readonly checkUrl: UrlCheck;
  readonly clock: Clock;
  readonly ids: IdSource;
}

const hourMs = 60 * 60_000;
const statsMs = 24 * hourMs;

/** The endpoints that receive the events of a workspace. */
export class WebhooksService {
  readonly #options: WebhooksServiceOptions;

  constructor(options: WebhooksServiceOptions) {
    this.#options = options;
  }

  async list({ workspace }: RequestContext): Promise<WebhookWithStats[]> {
    return this.#withStats(await this.#options.endpoints.list(workspace.id));
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<WebhookWithStats> {
    const row = await this.#options.endpoints.find(workspace.id, toUuid(reference));
    const [shown] = row === null ? [] : await this.#withStats([row]);
    if (shown === undefined) throw notFound('webhook endpoint');
    return shown;
  }

  /** @throws ApiError `validation_failed` at `url`; `conflict` when the workspace has as many as allowed. */
  async create({ workspace }: RequestContext, input: WebhookCreate): Promise<WebhookWithSecret> {
    const { database, endpoints, cipher, checkUrl, clock, ids } = this.#options;
    await checkUrl(input.url);
    return database.transaction(async () => {
      if ((await endpoints.lockAndCount(workspace.id)) >= limits.webhooks) {
        throw new ApiError('conflict', `A workspace has at most ${limits.webhooks} webhook endpoints.`);
      }
      const at = clock.now();
      const id = ids.next();
      const { secret, encrypted, preview } = createEndpointSecret(cipher, id);
      const row = {
        workspaceId: workspace.id,
        id,
        url: input.url,
        events: input.events,
        description: input.description ?? null,
        status: 'active' as const,
        disabledReason: null,
        signatureScheme: input.signatureScheme,
        secret: encrypted,
        previousSecret: null,
        previousSecretUntil: null,
        secretPreview: preview,
        consecutiveFailures: 0,
        attemptsAfter: null,
        claimedUntil: null,
        createdAt: at,
        updatedAt: at,
      };
      await endpoints.insert(row);
      return { ...toWebhook(row, at), secret };
    });
  }

  /** @throws ApiError `not_found`; `validation_failed` at `url`. */
  async patch(ctx: RequestContext, reference: string, input: WebhookPatch): Promise<Webhook> {
    const { database, endpoints, checkUrl, clock } = this.#options;
    if (input.url !== undefined) await checkUrl(input.url);
    return database.transaction(async (tx) => {
      const endpoint = await this.#lock(ctx, reference);
      const { active, ...fields } = input;
      await endpoints.update(endpoint, { ...fields, ...activity(endpoint, active), updatedAt: clock.now() });
      await tx.run(notifyWebhooks, {});
      return toWebhook(endpoint, endpoint.updatedAt);
    });
  }

  /** @throws ApiError `not_found`. */
  async delete({ workspace }: RequestContext, reference: string): Promise<void> {
    const deleted = await this.#options.endpoints.delete(workspace.id, toUuid(reference));
    if (!deleted) throw notFound('webhook endpoint');
  }

  /** For a while, the old secret signs beside the new one. @throws ApiError `not_found`. */
  async rotateSecret(ctx: RequestContext, reference: string): Promise<WebhookWithSecret> {
    const { database, endpoints, cipher, clock } = this.#options;
    return database.transaction(async () => {
      const endpoint = await this.#lock(ctx, reference);
      const at = clock.now();
      const { secret, encrypted, preview } = createEndpointSecret(cipher, endpoint.id);
      await endpoints.update(endpoint, {
        secret: encrypted,
        secretPreview: preview,
        previousSecret: endpoint.secret,
        previousSecretUntil: new Date(at.getTime() + secretOverlapHours * hourMs),
        updatedAt: at,
      });
      return { ...toWebhook(endpoint, at), secret };
    });
  }

  async #lock({ workspace }: RequestContext, reference: string): Promise<WebhookEndpointRow> {
    const row = await this.#options.endpoints.findForUpdate(workspace.id, toUuid(reference));
    if (row === null) throw notFound('webhook endpoint');
    return row;
  }

  async #withStats(rows: readonly WebhookEndpointRow[]): Promise<WebhookWithStats[]> {
    const [first] = rows;
    if (first === undefined) return [];
    const now = this.#options.clock.now();
    const ids = rows.map(({ id }) => id);
    const since = new Date(now.getTime() - statsMs);
    const stats = await this.#options.deliveries.stats(first.workspaceId, ids, since);
    return rows.map((row) => ({ ...toWebhook(row, now), stats: toStats(stats.get(row.id)) }));
  }
}

/** The UUID of a public endpoint id. @throws ApiError `not_found`. */
export function toUuid(reference: string): string {
  const id = decodeId('webhook', reference);
  if (id === null) throw notFound('webhook endpoint');
  return id;
}

/** The changes that `active` causes. Pausing a switched-off endpoint changes nothing: it keeps its reason. */
function activity(
  { status, disabledReason, consecutiveFailures }: WebhookEndpointRow,
  active: boolean | undefined,
): Pick<WebhookEndpointRow, 'status' | 'disabledReason' | 'consecutiveFailures'> {
  if (active === undefined || (!active && status === 'switched_off')) {
    return { status, disabledReason, consecutiveFailures };
  }
  if (!active) return { status: 'paused', disabledReason: null, consecutiveFailures };
  return { status: 'active', disabledReason: null, consecutiveFailures: status === 'active' ? consecutiveFailures : 0 };
}
