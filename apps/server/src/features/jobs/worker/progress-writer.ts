import type { ProgressCount } from '../job-handler.ts';

/** Writes the progress of a job at a limited rate. */
export class ProgressWriter {
  readonly #write: (progress: ProgressCount) => Promise<void>;
  readonly #everyMs: number;
  #latest: ProgressCount = { processed: 0, total: null };
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param write may fail without consequence: a later call writes newer progress. */
  constructor(write: (progress: ProgressCount) => Promise<void>, everyMs = 1000) {
    this.#write = write;
    this.#everyMs = everyMs;
  }

  get latest(): ProgressCount {
    return this.#latest;
  }

  /** Records progress that something else has already written. */
  note(progress: ProgressCount): void {
    this.#latest = progress;
  }

  /** Writes the latest progress within `everyMs`. */
  report(progress: ProgressCount): void {
    this.#latest = progress;
    if (this.#stopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write(this.#latest).catch(() => undefined);
    }, this.#everyMs);
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
