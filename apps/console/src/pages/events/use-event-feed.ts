import { type Event, type EventType, latestEvent } from '@product-content/contract';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/use-read.ts';

/** Events on one page of the feed, pages read in a row, and events kept. */
const feed = { limit: 200, catchUpPages: 5, maxEvents: 1000 } as const;

/** Milliseconds between two requests for newer events. */
const followMs = 2000;

export interface EventFeed {
  /** Newest first; undefined until the end of the feed is reached. */
  readonly events: readonly Event[] | undefined;
  /** False: there are older events, which are not read. */
  readonly isComplete: boolean;
  readonly error: Error | null;
}

interface Place {
  readonly after: string | undefined;
  readonly pages: number;
  readonly events: readonly Event[];
  readonly isComplete: boolean;
}

const beginning: Place = { after: undefined, pages: 0, events: [], isComplete: true };

/**
 * Follows the event feed, which only runs forward, oldest first. A short feed is read from its beginning; of a long
 * one, only new events.
 */
export function useEventFeed(type: EventType | undefined, isLive: boolean): EventFeed {
  const [place, setPlace] = useState(beginning);
  const [isAtEnd, setAtEnd] = useState(false);
  const query = { limit: feed.limit, ...(place.after && { after: place.after }), ...(type && { types: [type] }) };
  const page = useRead('events.list', { query }, { refreshMs: () => (isLive && isAtEnd ? followMs : false) });
  const body = page.data?.body;
  useEffect(() => {
    if (body === undefined) return;
    const { data, pagination } = body;
    const isTooLong = pagination.hasMore && !isAtEnd && place.pages + 1 === feed.catchUpPages;
    if (!pagination.hasMore) setAtEnd(true);
    if (isTooLong) return setPlace({ ...beginning, after: latestEvent, isComplete: false, pages: feed.catchUpPages });
    const next = pagination.next ?? undefined;
    if (next === undefined || next === place.after) return;
    setPlace(({ events, pages, isComplete }) => ({
      after: next,
      pages: pages + 1,
      isComplete: isComplete && events.length + data.length <= feed.maxEvents,
      events: [...data.toReversed(), ...events].slice(0, feed.maxEvents),
    }));
  }, [body, isAtEnd, place.after, place.pages]);
  return { events: isAtEnd ? place.events : undefined, isComplete: place.isComplete, error: page.error };
}
