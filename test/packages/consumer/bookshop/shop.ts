import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { signDelivery } from '@contract-kit/webhooks';
import type { z } from 'zod';
import { apiError, type BookSchema, type OrderSchema, type ReportSchema } from './contract.ts';

export type Book = z.infer<typeof BookSchema>;
type Order = z.infer<typeof OrderSchema>;
type Report = z.infer<typeof ReportSchema>;

export interface Cover {
  readonly key: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface Subscriber {
  readonly url: string;
  readonly secret: string;
}

/** The shop of one tenant, in memory. */
export class Shop {
  readonly books = new Map<string, Book>();
  readonly covers = new Map<string, Cover>();
  readonly reports = new Map<string, Report>();
  readonly #orders: Order[] = [];
  readonly #ordered = new EventEmitter().setMaxListeners(0);
  readonly #subscriber: Subscriber | null;
  #balance: number;

  constructor(subscriber: Subscriber | null, balance: number) {
    this.#subscriber = subscriber;
    this.#balance = balance;
  }

  order({ id: bookId, price }: Book): Order {
    if (price > this.#balance) {
      const missing = price - this.#balance;
      throw apiError('payment_required', `The book costs ${price}.`, { details: { missing } });
    }
    this.#balance -= price;
    const order = { id: randomUUID(), bookId, price };
    this.#orders.push(order);
    this.#ordered.emit('order');
    void this.#deliver(order);
    return order;
  }

  /** Orders after a number, as server-sent events, until the signal aborts. */
  async *follow(number: number, signal: AbortSignal): AsyncGenerator<string> {
    for (let next = number; ; next += 1) {
      while (next >= this.#orders.length) await once(this.#ordered, 'order', { signal });
      yield `id: ${next + 1}\ndata: ${JSON.stringify(this.#orders[next])}\n\n`;
    }
  }

  startReport(): Report {
    const report: Report = { id: randomUUID(), status: 'running', orders: null };
    this.reports.set(report.id, report);
    setImmediate(() => Object.assign(report, { status: 'done', orders: this.#orders.length }));
    return { ...report };
  }

  /** A shop that must not lose events keeps them in a table, and tries again by `nextAttempt()`. */
  async #deliver(order: Order): Promise<void> {
    if (this.#subscriber === null) return;
    const { url, secret } = this.#subscriber;
    const event = { id: order.id, type: 'order.created', createdAt: new Date().toISOString(), data: order };
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signDelivery({
      body,
      secrets: secret,
      timestamp,
      event: event.type,
      deliveryId: randomUUID(),
    });
    await fetch(url, { method: 'POST', headers, body });
  }
}
