/** The kind of a number: a count that only grows, a current value, or a distribution of values. */
export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** A metric with its OpenTelemetry name. */
export interface MetricDeclaration {
  readonly kind: MetricKind;
  /** UCUM: `s`, `By`, `1`; counted things in braces. */
  readonly unit: string;
  readonly description: string;
  /** Attributes with all their values, or with a description when the set of values is open. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * Every metric of the server except those of the library, which are about requests. Numbers from the database describe
 * the whole installation and are the same in each process; the others describe one process.
 */
export const metrics = {
  'nodejs.eventloop.delay.mean': gauge('s', 'Mean delay of the event loop since the last reading.'),
  'nodejs.eventloop.delay.p50': gauge('s', 'Median delay of the event loop since the last reading.'),
  'nodejs.eventloop.delay.p99': gauge(
    's',
    'Delay of the event loop that 1 % of its turns exceeded since the last reading.',
  ),
  'nodejs.eventloop.delay.max': gauge('s', 'Longest delay of the event loop since the last reading.'),
  'nodejs.eventloop.utilization': gauge(
    '1',
    'Share of the time since the last reading in which the event loop was busy.',
  ),
  'process.cpu.time': counter('s', 'CPU time.', { 'cpu.mode': '`user`, `system`' }),
  'process.uptime': gauge('s', 'Time since the process started.'),
  'pcm.process.memory': gauge('By', 'Memory of the process.', {
    kind: '`rss`, `heap_used`, `heap_total`, `external`, `array_buffers`',
  }),
  'db.client.connection.count': gauge('{connection}', 'Connections of the pool to PostgreSQL.', {
    'db.client.connection.pool.name': '`main`',
    'db.client.connection.state': '`idle`, `used`',
  }),
  'db.client.connection.max': gauge('{connection}', 'Maximum number of connections in the pool.', {
    'db.client.connection.pool.name': '`main`',
  }),
  'db.client.connection.pending_requests': gauge('{request}', 'Callers waiting for a connection of the pool.', {
    'db.client.connection.pool.name': '`main`',
  }),
  'pcm.database.size': gauge('By', 'Size of the database on disk.'),
  'pcm.jobs.waiting': gauge('{job}', 'Jobs waiting for a worker.', { type: 'of the job' }),
  'pcm.jobs.running': gauge('{job}', 'Jobs that a worker holds.', { type: 'of the job' }),
  'pcm.jobs.oldest_waiting': gauge('s', 'How long the oldest waiting job has waited; 0 without one.', {
    type: 'of the job',
  }),
  'pcm.jobs.finished': counter('{job}', 'Runs of jobs that ended in this process.', {
    type: 'of the job',
    outcome: '`completed`, `failed`, `retried`, `interrupted`',
  }),
  'pcm.jobs.busy_time': counter('s', 'Time that runs of jobs took in this process.', { type: 'of the job' }),
  'pcm.outbox.oldest_unrelayed': gauge(
    's',
    'Age of the oldest event that is not yet relayed to the webhooks of its workspace; 0 without one.',
  ),
  'pcm.webhooks.attempts': counter('{attempt}', 'Attempts of webhook deliveries that ended in this process.', {
    outcome: '`delivered`, `retried`, `failed`, `discarded`',
  }),
  'pcm.webhooks.pending': gauge('{delivery}', 'Deliveries waiting for an attempt, including retries.'),
  'pcm.webhooks.oldest_due': gauge(
    's',
    'How long the most overdue delivery to an active endpoint has waited; 0 without one.',
  ),
  'pcm.webhooks.endpoints': gauge('{endpoint}', 'Webhook endpoints.', {
    status: '`active`, `paused`, `switched_off`',
  }),
  'pcm.channels.records_waiting': gauge('{record}', 'Changed products whose channel records are not updated yet.'),
  'pcm.idempotency.records': gauge('{record}', 'Stored responses of `Idempotency-Key`, as PostgreSQL estimates them.'),
  'pcm.idempotency.table_size': gauge('By', 'Size of the table of stored responses on disk.'),
  'pcm.idempotency.stored_bytes': gauge(
    'By',
    'What counts against the budgets of all workspaces for stored responses.',
  ),
  'pcm.request_log.entries': counter('{entry}', 'Requests that this process should have written to the request log.', {
    outcome: '`written`, `dropped` (too many were waiting), `failed` (the database refused them)',
  }),
  'pcm.request_log.waiting': gauge('{entry}', 'Requests in memory that are not written to the request log yet.'),
  'pcm.request_log.table_size': gauge('By', 'Size of the table of the request log on disk.'),
  'pcm.rate_limit.fallback': gauge(
    '{state}',
    '1 while this process counts requests alone because the shared store fails.',
  ),
  'pcm.metrics.failed_reads': counter(
    '{reading}',
    'Readings that failed or took too long; their metrics are missing then.',
    {
      source: 'what was read',
    },
  ),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

export type MetricName = keyof typeof metrics;

function gauge<const Attributes extends Readonly<Record<string, string>>>(
  unit: string,
  description: string,
  attributes?: Attributes,
) {
  return { kind: 'gauge', unit, description, attributes } as const;
}

function counter<const Attributes extends Readonly<Record<string, string>>>(
  unit: string,
  description: string,
  attributes?: Attributes,
) {
  return { kind: 'counter', unit, description, attributes } as const;
}

const unitSuffixes: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes', '1': 'ratio' };

/**
 * The name of a metric in the text format of Prometheus, as the OpenTelemetry specification translates it: the unit is
 * a suffix, and a counter ends in `_total`.
 *
 * @example
 * prometheusName('process.cpu.time', { kind: 'counter', unit: 's' }) // process_cpu_time_seconds_total
 */
export function prometheusName(name: string, { kind, unit }: Pick<MetricDeclaration, 'kind' | 'unit'>): string {
  const words = name.replaceAll(/[^a-zA-Z0-9]+/g, '_');
  const suffix = unitSuffixes[unit];
  const named = suffix === undefined || words.endsWith(`_${suffix}`) ? words : `${words}_${suffix}`;
  return kind === 'counter' ? `${named}_total` : named;
}
