import { encodeId } from '../../kernel/index.ts';
import type { EventRow } from './event-feed.sql.ts';

/**
 * The JSON text of an event's envelope, from the stored texts, without parsing them.
 *
 * @param workspaceId public id, `wsp_…`.
 * @returns null for an event whose product version no longer exists: it was removed together with the product, whose
 *   deletion has an event too.
 */
export function toEnvelope(event: EventRow, workspaceId: string): string | null {
  const { type, createdAt } = event;
  const data = toPayload(event);
  if (data === null) return null;
  const head = JSON.stringify({ id: encodeId('event', event.id), type, createdAt, workspaceId });
  return `${head.slice(0, -1)},"data":${data}}`;
}

function toPayload({ subjectVersion, payload, document, changedFields, previousStatus }: EventRow): string | null {
  if (subjectVersion === null) return payload;
  if (document === null) return null;
  const about = {
    ...(changedFields && { changedFields }),
    ...(previousStatus && { previousStatus }),
    ...(payload !== null && JSON.parse(payload)),
  };
  const rest = JSON.stringify(about).slice(1);
  return `{"product":${document}${rest === '}' ? '' : ','}${rest}`;
}
