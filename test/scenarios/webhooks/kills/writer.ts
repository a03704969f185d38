import { setTimeout as delay } from 'node:timers/promises';
import type { Event, EventPage } from '@product-content/contract';

/** What is written. */
export interface Writing {
  /** As many as a multiple of the batch. */
  readonly skus: readonly string[];
  readonly revisions: number;
  readonly batch: number;
  /** Asked before each request, with the part of all changes that is done, from 0 to 1. */
  readonly mayGoOn: (part: number) => Promise<void>;
}

/** Requests that are repeated until they succeed, whichever process dies meanwhile. */
export class Writer {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
    this.#baseUrl = baseUrl;
    this.#headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  /** Sends a request until it succeeds, with one idempotency key. @returns the text of the response. */
  async send(method: string, path: string, body?: unknown): Promise<string> {
    const headers = { ...this.#headers, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) };
    for (;;) {
      try {
        const response = await fetch(this.#baseUrl + path, {
          method,
          headers,
          body: body ? JSON.stringify(body) : null,
        });
        const text = await response.text();
        if (response.ok) return text;
        if (response.status !== 409 && response.status < 500) throw new Refused(`${path}: ${response.status} ${text}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await delay(50);
    }
  }

  /** Writes products in bulk: revision after revision of all of them. @returns what became of them, as `sku@version`. */
  async write({ skus, revisions, batch, mayGoOn }: Writing): Promise<string[]> {
    const total = skus.length * revisions;
    for (let first = 0; first < total; first += batch) {
      await mayGoOn(first / total);
      const revision = 1 + Math.floor(first / skus.length);
      const from = first % skus.length;
      const items = skus.slice(from, from + batch).map((sku) => ({ sku, name: `${sku}, revision ${revision}` }));
      const { data } = JSON.parse(await this.send('POST', '/products/bulk', { items }));
      if (data.summary.created + data.summary.updated !== items.length) throw new Refused(JSON.stringify(data.summary));
    }
    return skus.flatMap((sku) => Array.from({ length: revisions }, (_, index) => `${sku}@${index + 1}`));
  }

  /** All events, in their order. */
  async readEvents(): Promise<Event[]> {
    const events: Event[] = [];
    for (let query = 'limit=250'; ; ) {
      const { data, pagination } = JSON.parse(await this.send('GET', `/events?${query}`)) as EventPage;
      events.push(...data);
      if (!pagination.hasMore) return events;
      query = `limit=250&after=${pagination.next}`;
    }
  }
}

class Refused extends Error {
  override readonly name = 'Refused';
}
