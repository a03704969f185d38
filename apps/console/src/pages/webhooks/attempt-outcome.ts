import type { WebhookAttempt } from '@product-content/contract';

/** How an attempt went: `503, http 5xx, 42 ms`. A delivery that was not attempted has a dash. */
export function toOutcome({
  responseStatus,
  errorReason,
  durationMs,
}: Pick<WebhookAttempt, 'responseStatus' | 'errorReason'> & { readonly durationMs: number | null }): string {
  const parts = [responseStatus, errorReason?.replaceAll('_', ' '), durationMs === null ? null : `${durationMs} ms`];
  return parts.filter((part) => part !== null && part !== undefined).join(', ') || '–';
}
