import type { Event, EventType } from '@product-content/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/page/loaded.tsx';
import { Section } from '../../components/page/page.tsx';
import { JsonView } from '../../components/records/code-view.tsx';
import { Nothing } from '../../components/records/values.tsx';
import { type Session, useSession } from '../../session/session.ts';

/** Pages of 250 events that are searched for an event. */
const searchedPages = 4;

/** The delivered content: the envelope of the event, from the event feed. */
export function DeliveredEvent({ id, type }: { readonly id: string; readonly type: EventType }) {
  const { api } = useSession();
  const event = useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => findEvent(api, id, type, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title="Payload">
      <Loaded of={event}>
        {({ found }) =>
          found === null ? (
            <Nothing>The event is further along in the feed than the console searches.</Nothing>
          ) : (
            <JsonView what="the payload" value={found} />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The feed has no endpoint for a single event, so its pages for that type are read from the oldest on. */
async function findEvent(
  api: Session['api'],
  id: string,
  type: EventType,
  signal: AbortSignal,
): Promise<{ readonly found: Event | null }> {
  let after: string | undefined;
  for (let page = 0; page < searchedPages; page += 1) {
    const query = { types: [type], limit: 250, ...(after !== undefined && { after }) };
    const { body } = await api.events.list({ query, signal });
    const found = body.data.find((event) => event.id === id);
    if (found !== undefined) return { found };
    if (!body.pagination.hasMore || body.pagination.next === null) break;
    after = body.pagination.next;
  }
  return { found: null };
}
