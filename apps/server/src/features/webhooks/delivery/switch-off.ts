import { type EventType, type JobFailure, switchedOffCode, switchOffFailures } from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { OutboxEvent } from '../../../storage/index.ts';

/** An endpoint that has been switched off. */
export interface SwitchedOffEndpoint {
  readonly workspaceId: string;
  readonly id: string;
}

/** The reason shown to the owner of a switched-off endpoint. */
export const disabledReason = `Switched off after ${switchOffFailures} failed deliveries in a row.`;

/**
 * The event for a switched-off endpoint: a failed job of the type `webhook.delivery`, with the endpoint as its job (API
 * behavior 14.7).
 *
 * @param eventId UUIDv7.
 */
export function toSwitchOffEvent(
  { workspaceId, id }: SwitchedOffEndpoint,
  eventId: string,
): OutboxEvent & { readonly workspaceId: string } {
  const payload: JobFailure = {
    jobId: encodeId('webhook', id),
    type: 'webhook.delivery',
    status: 'failed',
    result: { error: { code: switchedOffCode, message: disabledReason } },
  };
  return { workspaceId, id: eventId, type: 'job.failed' satisfies EventType, subjectId: id, payload };
}
