import type { RefusedDelivery } from './refusal.ts';

/** What a receiver answers, before it becomes an answer of a framework. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: no body at all. */
  readonly body: string | null;
}

/** The event is handled, or was before. */
export const received: Answer = { status: 204, headers: {}, body: null };

export function toRefusalAnswer({ status, code, message }: RefusedDelivery): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...(status === 405 && { Allow: 'POST' }) },
    body: JSON.stringify({ error: { code, message } }),
  };
}
