import { Tally } from '@contract-kit/otel/tally';
import { webhookStatuses } from '@product-content/contract';
import { type Measurement, type MetricSource, measurementsOf } from '../../../observability/index.ts';
import type { Database } from '../../../storage/index.ts';
import { countPending } from '../webhook-delivery-count.sql.ts';
import { countEndpoints } from '../webhook-endpoint.sql.ts';
import { oldestUnrelayed } from '../webhook-relay.sql.ts';
import type { AttemptRecord } from './recorder.ts';

const outcomes = { succeeded: 'delivered', pending: 'retried', failed: 'failed', discarded: 'discarded' } as const;

/** Measures of webhooks: the attempts of this process, and the deliveries waiting in the database. */
export class WebhookMeasures {
  readonly #attempts = new Tally('outcome');
  readonly sources: readonly MetricSource[];

  constructor(database: Database) {
    for (const outcome of Object.values(outcomes)) this.#attempts.add([outcome], 0);
    this.sources = [
      { name: 'webhook attempts', read: () => measurementsOf('pcm.webhooks.attempts', this.#attempts) },
      { name: 'outbox', read: () => readOutbox(database) },
      { name: 'webhook deliveries', read: () => readPending(database) },
      { name: 'webhook endpoints', read: () => readEndpoints(database) },
    ];
  }

  /** Counts a saved attempt. */
  note({ status }: Pick<AttemptRecord, 'status'>): void {
    this.#attempts.add([outcomes[status]]);
  }
}

async function readOutbox(database: Database): Promise<Measurement[]> {
  const [read] = await database.run(oldestUnrelayed, {});
  return [{ metric: 'pcm.outbox.oldest_unrelayed', value: Math.max(0, read?.seconds ?? 0) }];
}

async function readPending(database: Database): Promise<Measurement[]> {
  const [read] = await database.run(countPending, {});
  return [{ metric: 'pcm.webhooks.pending', value: read?.deliveries ?? 0 }];
}

async function readEndpoints(database: Database): Promise<Measurement[]> {
  const read = new Map((await database.run(countEndpoints, {})).map((row) => [row.status, row]));
  return [
    { metric: 'pcm.webhooks.oldest_due', value: Math.max(0, read.get('active')?.oldestDue ?? 0) },
    ...webhookStatuses.map((status): Measurement => {
      return { metric: 'pcm.webhooks.endpoints', value: read.get(status)?.endpoints ?? 0, attributes: { status } };
    }),
  ];
}
