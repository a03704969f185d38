import type { RefusedDelivery } from './refusal.ts';

/** What a receiver returns, before a framework sends it. */
export interface ReceiverResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: no body at all. */
  readonly body: string | null;
}

/** The event was handled, now or earlier. */
export const received: ReceiverResponse = { status: 204, headers: {}, body: null };

export function toRefusalResponse({ status, code, message }: RefusedDelivery): ReceiverResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...(status === 405 && { Allow: 'POST' }) },
    body: JSON.stringify({ error: { code, message } }),
  };
}
