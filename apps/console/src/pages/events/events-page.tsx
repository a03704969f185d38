import { type Event, type EventType, eventRetentionDays, eventTypes } from '@product-content/contract';
import { useQuery } from '../../api/use-query.ts';
import { Choice } from '../../components/choice.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Json, Time } from '../../components/values.tsx';
import { go, type Route, toHash } from '../../route.ts';
import { useSession } from '../../session/session.ts';

const columns: readonly Column<Event>[] = [
  { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Event', cell: ({ type }) => <code>{type}</code> },
  { title: 'About', cell: ({ data }) => subjectOf(data) },
  {
    title: 'Envelope',
    cell: (event) => (
      <details class="inline">
        <summary aria-label={`Envelope of ${event.id}`}>
          <code>{event.id}</code>
        </summary>
        <Json value={event} />
      </details>
    ),
  },
];

/** What happened in the workspace, in the order receivers get it. */
export function EventsPage({ route: { query } }: { route: Route }) {
  const { api } = useSession();
  const after = query.get('after') ?? undefined;
  const type = eventTypes.find((one) => one === query.get('type'));
  const events = useQuery(
    `events ${after} ${type}`,
    async (signal) =>
      (await api.events.list({ query: { after, limit: 50, ...(type && { types: [type] }) }, signal })).body,
  );
  return (
    <Page title="Events">
      <p class="muted">
        Changes of products, the catalog and assets, and the ends of jobs: oldest first, kept for {eventRetentionDays}{' '}
        days.
      </p>
      <div class="filters">
        <Choice<EventType>
          label="Event"
          value={type}
          values={eventTypes}
          onChange={(value) => go(['events'], { type: value })}
        />
      </div>
      <Loaded of={events}>
        {({ data, pagination }) => (
          <>
            <Table
              label="Events"
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              empty="Nothing happened since."
            />
            <nav class="pager" aria-label="Pages">
              {after !== undefined && <a href={toHash(['events'], { type })}>Oldest</a>}
              {pagination.hasMore && <a href={toHash(['events'], { type, after: pagination.next })}>Later</a>}
              {!pagination.hasMore && (
                <button type="button" onClick={events.reload}>
                  Look again
                </button>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What people call the record an event is about. */
function subjectOf(data: object): string {
  const record = 'product' in data ? (data.product as object) : data;
  const names = ['sku', 'code', 'fileName', 'jobId', 'id'] as const;
  const parts = new Map(Object.entries(record));
  return String(names.map((name) => parts.get(name)).find((value) => value !== undefined) ?? '–');
}
