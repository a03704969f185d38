import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.ts';

/** How often the last requests are counted again. */
const refreshMs = 10_000;

/** Requests that are counted at most: one page. */
const counted = 250;

/** Requests by key in the window of the rate limit; null while unknown, or when there are too many to count. */
export function useRecentRequests(): ReadonlyMap<string, number> | null {
  const { windowSeconds } = useSession().caller.limits.requests;
  const since = () => new Date(Date.now() - windowSeconds * 1000);
  const [from, setFrom] = useState(since);
  useInterval(() => setFrom(since()), refreshMs, { autoInvoke: true });
  const { data } = useRead('requests.list', { query: { from, limit: counted } }, { keepPrevious: true });
  if (data === undefined || data.body.pagination.hasMore) return null;
  const byKey = Map.groupBy(data.body.data, ({ key }): string => key.id);
  return new Map([...byKey].map(([id, requests]) => [id, requests.length]));
}
