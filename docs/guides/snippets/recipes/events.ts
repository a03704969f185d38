import { EventEmitter, once } from 'node:events';
import { operation } from '@contract-kit/http-spec/zod';
import { type Api, createApi } from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { options } from './options.ts';

const c = initContract();

const EventIdSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

export const contract = c.router({
  follow: operation({
    id: 'events.follow',
    method: 'GET',
    path: '/events',
    summary: 'Follow what happens',
    headers: { 'last-event-id': EventIdSchema.optional() },
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: z.string() }) },
  }),
});

interface LoggedEvent {
  /** 1, 2, 3 … in the order of the log. */
  readonly id: number;
  readonly text: string;
}

/** The events in their order. In production this is a table with a growing id, and NOTIFY wakes its readers. */
export class EventLog {
  readonly #texts: string[] = [];
  readonly #added = new EventEmitter().setMaxListeners(0);

  add(text: string): void {
    this.#texts.push(text);
    this.#added.emit('added');
  }

  /** The events after an id, and then each new one until the signal aborts. */
  async *after(id: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    for (let next = id; ; next += 1) {
      while (next >= this.#texts.length) await once(this.#added, 'added', { signal });
      yield { id: next + 1, text: this.#texts[next] as string };
    }
  }
}

async function* toEventStream(events: AsyncIterable<LoggedEvent>): AsyncGenerator<string> {
  for await (const { id, text } of events) yield `id: ${id}\ndata: ${JSON.stringify({ text })}\n\n`;
}

export function createEventsApi(log: EventLog): Api {
  return createApi({
    ...options,
    contract,
    handlers: {
      follow: async ({ headers, context: { signal } }) => {
        const events = log.after(headers['last-event-id'] ?? 0, signal);
        return { status: 200, body: toEventStream(events) };
      },
    },
  });
}
