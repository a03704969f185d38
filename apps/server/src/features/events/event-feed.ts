import {
  type EventListQuery,
  type EventType,
  eventAccess,
  eventRetentionDays,
  isOptIn,
  latestEvent,
  type VisibleEvents,
  visibleEvents,
} from '@product-content/contract';
import { ApiError, decodeId, encodeId, invalidFields, type RequestContext } from '../../kernel/index.ts';
import { type Database, selectLastEvent } from '../../storage/index.ts';
import { toEnvelope } from './event-envelope.ts';
import { type EventRow, selectFirstPage, selectPageAfter } from './event-feed.sql.ts';

/** Events that a page with a filter scans. Without this bound, a search for a rare type would scan everything. */
const filterScan = 5000;

/**
 * The events of a workspace in an order that never changes (API behavior 13.3): what can be read is final, and whatever
 * is written later follows it. An event therefore appears shortly after the commit of its change, when every
 * transaction that began to write earlier has ended.
 */
export class EventFeed {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * A page of the events a key with these scopes may read, as the text of the whole body.
   *
   * @throws ApiError `forbidden` for a type it may not read; `validation_failed` at `after` for an event that is
   * unknown or no longer kept.
   */
  async list(
    { workspace }: RequestContext,
    { after, types: requested, limit }: EventListQuery,
    scopes: ReadonlySet<string>,
  ): Promise<string> {
    const visible = visibleEvents(scopes);
    for (const type of requested ?? []) assertVisible(type, visible);
    if (after === latestEvent) return toBody([], { hasMore: false, next: await this.#latest(workspace.id) });
    const start = after === undefined ? null : decodeId('event', after);
    if (after !== undefined && start === null) throw notKept();
    const types = requested ?? visible.types.filter((type) => !isOptIn(type));
    const page = {
      workspaceId: workspace.id,
      limit,
      types,
      failedWork: visible.everything ? null : visible.failedWork,
    };
    // An opt-in event accompanies another event of the same change: without them, twice the page's size is enough.
    const scan = requested === undefined && visible.everything ? 2 * (limit + 1) : filterScan;
    const rows = await (start === null
      ? this.#database.run(selectFirstPage, { ...page, scan })
      : this.#database.run(selectPageAfter, { ...page, scan, after: start }));
    const [{ known, hasMore, next }] = rows as [(typeof rows)[number]];
    if (!known) throw notKept();
    const workspaceId = encodeId('workspace', workspace.id);
    const envelopes = rows.map((row) => (row.id === null ? null : toEnvelope(row as EventRow, workspaceId)));
    return toBody(
      envelopes.filter((text) => text !== null),
      { hasMore, next: next ?? start },
    );
  }

  async #latest(workspaceId: string): Promise<string | null> {
    const [last] = await this.#database.run(selectLastEvent, { workspaceId });
    return last?.id ?? null;
  }
}

function assertVisible(type: EventType, { types }: VisibleEvents): void {
  if (types.includes(type)) return;
  const scopes = eventAccess[type].map((scope) => `"${scope}"`).join(' or ');
  throw new ApiError('forbidden', `The API key needs the scope ${scopes} to read ${type}.`);
}

function toBody(
  envelopes: readonly string[],
  { hasMore, next }: { readonly hasMore: boolean; readonly next: string | null },
): string {
  const pagination = { hasMore, next: next === null ? null : encodeId('event', next) };
  return `{"data":[${envelopes.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
}

function notKept() {
  const message = `The event is no longer kept; events are kept for ${eventRetentionDays} days. Read everything again and start at "${latestEvent}".`;
  return invalidFields({ after: message });
}
