import { Tally } from '@contract-kit/otel/tally';
import { jobTypes } from '@product-content/contract';
import { type Measurement, type MetricSource, measurementsOf } from '../../../observability/index.ts';
import type { Database } from '../../../storage/index.ts';
import { countByType } from './jobs.sql.ts';
import type { RunOutcome } from './run-job.ts';

/** Measures of jobs: the runs of this process, and the jobs waiting in the database. */
export class JobMeasures implements MetricSource {
  readonly name = 'jobs';
  readonly #database: Database;
  readonly #finished = new Tally('type', 'outcome');
  readonly #busy = new Tally('type');

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts the end of a run. @param durationMs how long it took. */
  note(type: string, outcome: RunOutcome, durationMs: number): void {
    this.#finished.add([type, outcome]);
    this.#busy.add([type], durationMs / 1000);
  }

  async read(): Promise<Measurement[]> {
    const counted = new Map((await this.#database.run(countByType, {})).map((row) => [row.type, row]));
    const queued = jobTypes.flatMap((type): Measurement[] => {
      const { waiting = 0, running = 0, oldest } = counted.get(type) ?? {};
      const attributes = { type };
      return [
        { metric: 'pcm.jobs.waiting', value: waiting, attributes },
        { metric: 'pcm.jobs.running', value: running, attributes },
        { metric: 'pcm.jobs.oldest_waiting', value: Math.max(0, oldest ?? 0), attributes },
      ];
    });
    const runs = measurementsOf('pcm.jobs.finished', this.#finished);
    return [...queued, ...runs, ...measurementsOf('pcm.jobs.busy_time', this.#busy)];
  }
}
