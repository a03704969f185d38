import type { WebhookAttempt } from '@product-content/contract';
import { Nothing } from '../../components/records/values.tsx';

export interface OutcomeProps extends Pick<WebhookAttempt, 'responseStatus' | 'errorReason'> {
  /** Milliseconds; null before the first attempt. */
  readonly durationMs: number | null;
}

/** The outcome of an attempt: `503, http 5xx, 42 ms`. */
export function AttemptOutcome({ responseStatus, errorReason, durationMs }: OutcomeProps) {
  const parts = [responseStatus, errorReason?.replaceAll('_', ' '), durationMs === null ? null : `${durationMs} ms`];
  const text = parts.filter((part) => part !== null && part !== undefined).join(', ');
  return text === '' ? <Nothing /> : text;
}
