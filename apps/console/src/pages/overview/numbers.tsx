import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Link } from '../../components/page/link.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Trend } from '../../components/records/chart.tsx';
import { useMay } from '../../session/session.ts';
import { countByInterval, lastDay, lastHour, lastWeek, useRequestsOverTime } from '../requests/requests-over-time.ts';
import { type Part, Shares, Tile, toCount } from './tile.tsx';

/** The most jobs that are counted: one page. */
const countedJobs = 100;

/** The number of records of each kind, and their state. */
export function Numbers() {
  const numbers = [
    { id: 'products', may: useMay('products.list'), Number: Products },
    { id: 'readiness', may: useMay('channels.list'), Number: Readiness },
    { id: 'jobs', may: useMay('jobs.list'), Number: Jobs },
    { id: 'requests', may: useMay('requests.list'), Number: Requests },
    { id: 'errors', may: useMay('requests.list'), Number: Errors },
    { id: 'deliveries', may: useMay('webhooks.list'), Number: Deliveries },
  ];
  return (
    <SimpleGrid component="ul" cols={{ base: 2, sm: 3 }} spacing="md" className="plain" aria-label="Numbers">
      {numbers
        .filter(({ may }) => may)
        .map(({ id, Number: Shown }) => (
          <li key={id}>
            <Shown />
          </li>
        ))}
    </SimpleGrid>
  );
}

const statusColors: Readonly<Record<string, string>> = { approved: 'green.7', in_review: 'yellow.7', draft: 'gray.5' };

function Products() {
  const all = useRead('products.list', { query: { limit: 1 } });
  const facets = useRead('products.facets', { query: { facets: ['status'] } });
  const statuses = facets.data?.body.data.find(({ name }) => name === 'status')?.values ?? [];
  const parts = statuses.map(({ value, count }) => ({ name: value, count, color: statusColors[value] ?? 'gray.4' }));
  return (
    <Loaded of={all} lines={1}>
      {({ body }) => (
        <Tile title="Products" note={inWords(parts)} chart={<Shares parts={parts} />}>
          <Link to="/products">{toCount(body.pagination.total)}</Link>
        </Tile>
      )}
    </Loaded>
  );
}

function Readiness() {
  const channels = useRead('channels.list', {});
  return (
    <Loaded of={channels} lines={1}>
      {({ body: { data } }) => {
        const sum = (part: 'ready' | 'withErrors' | 'total') => data.reduce((all, one) => all + one.readiness[part], 0);
        const total = sum('total');
        const parts: Part[] = [
          { name: 'ready', count: sum('ready'), color: 'green.7' },
          { name: 'with errors', count: sum('withErrors'), color: 'red.7' },
        ];
        return (
          <Tile
            title={`Ready for ${data.length} ${data.length === 1 ? 'channel' : 'channels'}`}
            note={inWords(parts)}
            chart={<Shares parts={parts} />}
          >
            <Link to="/channels">{total === 0 ? '–' : `${Math.floor((100 * sum('ready')) / total)} %`}</Link>
          </Tile>
        );
      }}
    </Loaded>
  );
}

function Jobs() {
  const [now] = useState(() => new Date());
  const jobs = useRead('jobs.list', { query: { limit: countedJobs } });
  return (
    <Loaded of={jobs} lines={1}>
      {({ body: { data, pagination } }) => {
        const running = data.filter(({ status }) => status === 'running' || status === 'queued').length;
        const failed = data.filter(({ status }) => status === 'failed').length;
        const days = countByInterval(
          data.map(({ createdAt }) => createdAt),
          lastWeek,
          now,
        );
        return (
          <Tile
            title="Jobs, 7 days"
            note={`${running} running, ${failed} failed`}
            chart={<Trend label="Jobs per day, the last 7 days" values={days} />}
          >
            <Link to="/jobs">{toCount(pagination.total)}</Link>
          </Tile>
        );
      }}
    </Loaded>
  );
}

function Requests() {
  const { query, requests, counts, isMore } = useRequestsOverTime(lastHour);
  const durations = requests.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other);
  const median = durations[Math.floor(durations.length / 2)];
  return (
    <Loaded of={query} lines={1}>
      {() => (
        <Tile
          title="Requests, last hour"
          note={median === undefined ? 'none' : `median ${median.toFixed(1)} ms`}
          chart={<Trend label="Requests per 5 minutes, the last hour" values={counts} />}
        >
          <Link to="/requests">{toCount(requests.length, isMore)}</Link>
        </Tile>
      )}
    </Loaded>
  );
}

function Errors() {
  const { query, requests, counts, isMore } = useRequestsOverTime(lastDay, { status: ['4xx', '5xx'] });
  const failed = requests.filter(({ status }) => (status ?? 0) >= 500).length;
  return (
    <Loaded of={query} lines={1}>
      {() => (
        <Tile
          title="Errors, 24 hours"
          note={`${requests.length - failed} refused, ${failed} failed`}
          chart={<Trend label="Errors per hour, the last 24 hours" values={counts} color="red.7" />}
        >
          <Link to="/requests" search={{ outcome: 'refused or failed' }}>
            {toCount(requests.length, isMore)}
          </Link>
        </Tile>
      )}
    </Loaded>
  );
}

function Deliveries() {
  const endpoints = useRead('webhooks.list', {});
  return (
    <Loaded of={endpoints} lines={1}>
      {({ body: { data } }) => {
        const sum = (part: 'delivered' | 'failed' | 'pending') => data.reduce((all, { stats }) => all + stats[part], 0);
        const parts: Part[] = [
          { name: 'delivered', count: sum('delivered'), color: 'green.7' },
          { name: 'pending', count: sum('pending'), color: 'yellow.7' },
          { name: 'failed attempts', count: sum('failed'), color: 'red.7' },
        ];
        return (
          <Tile title="Webhook deliveries, 24 hours" note={inWords(parts)} chart={<Shares parts={parts} />}>
            <Link to="/webhooks">{toCount(sum('delivered'))}</Link>
          </Tile>
        );
      }}
    </Loaded>
  );
}

/** `120 delivered, 1 pending`. */
function inWords(parts: readonly Part[]): string {
  const given = parts.filter(({ count }) => count > 0);
  return given.map(({ name, count }) => `${toCount(count)} ${name.replaceAll('_', ' ')}`).join(', ') || 'none';
}
