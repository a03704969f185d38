import { createHash } from 'node:crypto';
import { documentedSchemaOf } from '@contract-kit/contract-testing/generating';
import type { Logger } from '@contract-kit/middleware';
import { type SignatureScheme, signDelivery } from '@contract-kit/webhooks';
import { z } from 'zod';
import type { Collection } from '../contract/collections.ts';
import type { MockWebhooks } from '../options.ts';
import type { StoredRecord } from '../records/records.ts';
import type { Change, State } from '../records/state.ts';

/** Timeout of a delivery in milliseconds. */
const timeoutMs = 10_000;

/** An endpoint of events. */
interface Endpoint {
  readonly url: string;
  readonly secret: string;
  readonly scheme: SignatureScheme;
  /** Names of events; null: all. */
  readonly events: readonly string[] | null;
  /** Null: those of all tenants. */
  readonly tenant: string | null;
}

export interface DeliveriesOptions {
  readonly seed: number;
  readonly webhooks: MockWebhooks;
  readonly logger: Logger;
  /** Milliseconds since the Unix epoch, for signatures. */
  readonly now: () => number;
}

/** True for a collection whose records are addresses that events are sent to. */
export function isEndpointCollection({ resource, path, creator }: Collection): boolean {
  const body = creator?.body;
  return /hook/i.test(`${resource} ${path}`) && body instanceof z.ZodObject && 'url' in body.shape;
}

/** The generated fields of a new endpoint: a secret, the same for the same seed. */
export function endpointDetailsOf(seed: string): Readonly<Record<string, unknown>> {
  return { secret: `whsec_${createHash('sha256').update(`webhook ${seed}`).digest('hex')}`, active: true };
}

/** Sends events to the endpoints that were registered through the contract, and to the address of the options. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #registered = new Map<string, Endpoint>();
  readonly #running = new Set<Promise<void>>();
  #sent = 0;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Sends a change to endpoints; a change of an endpoint updates the list. */
  follow({ kind, collection, record }: Change, state: State): void {
    if (isEndpointCollection(collection)) {
      const name = `${record.tenant ?? ''} ${record.key}`;
      if (kind === 'deleted') this.#registered.delete(name);
      else this.#registered.set(name, toEndpoint(record));
      return;
    }
    this.#publish(`${collection.resource}.${kind}`, { [collection.resource]: record.fields }, record.tenant, state);
  }

  /** Sends a test to one endpoint. */
  test({ collection, record }: Pick<Change, 'collection' | 'record'>, state: State): void {
    const type = `${collection.resource}.test`;
    const body = this.#bodyOf(type, { message: 'This is a test.' }, state);
    if (body !== null) this.#send(toEndpoint(record), type, body);
  }

  /** Resolves when all deliveries have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #publish(type: string, data: object, tenant: string | null, state: State): void {
    const { url, secret = '', signatureScheme: scheme = 'timestamped' } = this.#options.webhooks;
    const given = url === undefined ? [] : [{ url, secret, scheme, events: null, tenant: null }];
    const endpoints = [...given, ...this.#registered.values()].filter(
      (endpoint) => wants(endpoint, type) && (endpoint.tenant === null || endpoint.tenant === tenant),
    );
    const body = endpoints.length === 0 ? null : this.#bodyOf(type, data, state);
    if (body === null) return;
    for (const endpoint of endpoints) this.#send(endpoint, type, body);
  }

  /** Null for an event that the API does not have. */
  #bodyOf(type: string, data: object, state: State): Readonly<Record<string, unknown>> | null {
    this.#sent += 1;
    const id = `evt_${createHash('sha256').update(`${this.#options.seed} event ${this.#sent}`).digest('hex').slice(0, 26)}`;
    const known = { id, type, createdAt: state.now, data };
    const { events } = this.#options.webhooks;
    if (events === undefined) return known;
    const schema = events[type]?.schema;
    if (schema === undefined) return null;
    const documented = documentedSchemaOf(schema, { text: false, where: type, direction: 'output' });
    return state.make({ schema, documented }, known, 'sample', `event ${this.#sent}`) as Record<string, unknown>;
  }

  #send(endpoint: Endpoint, type: string, event: Readonly<Record<string, unknown>>): void {
    const { webhooks, logger } = this.#options;
    const { url } = endpoint;
    const isAllowed = url === webhooks.url || webhooks.deliverTo === 'anywhere' || isLoopback(url);
    if (!isAllowed) {
      logger.error({ url, event: type }, 'the webhook was not sent: its address is not one of this machine');
      return;
    }
    const sending = this.#deliver(endpoint, type, event).catch((err: unknown) => {
      logger.error({ url, event: type, err }, 'the webhook could not be delivered');
    });
    this.#running.add(sending);
    void sending.finally(() => this.#running.delete(sending));
  }

  async #deliver(
    { url, secret, scheme }: Endpoint,
    type: string,
    event: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { webhooks, now } = this.#options;
    const body = JSON.stringify(event);
    const headers = await signDelivery({
      body,
      secrets: [secret],
      timestamp: Math.floor(now() / 1000),
      event: type,
      deliveryId: `dlv_${String(event.id)}`,
      eventId: String(event.id),
      scheme,
      ...(webhooks.headerNames !== undefined && { headerNames: webhooks.headerNames }),
    });
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The receiver responded with ${response.status}.`);
  }
}

function toEndpoint({ fields, tenant }: StoredRecord): Endpoint {
  const { url, secret, events, active, signatureScheme } = fields;
  const isActive = active !== false;
  return {
    url: String(url),
    secret: String(secret),
    scheme: signatureScheme === 'standard_webhooks' ? 'standard_webhooks' : 'timestamped',
    events: !isActive ? [] : Array.isArray(events) ? events.map(String) : null,
    tenant,
  };
}

function wants({ events }: Endpoint, type: string): boolean {
  return events === null || events.includes(type) || events.includes('*');
}

/** True for an address of this machine, by its name or number. */
function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
