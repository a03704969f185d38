import type { ProgressCount } from '../job-handler.ts';

/** Writes how far a job is, once in a while at most. */
export class ProgressWriter {
  readonly #write: (progress: ProgressCount) => Promise<void>;
  readonly #everyMs: number;
  #latest: ProgressCount = { processed: 0, total: null };
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param write its failure does not matter: a later one tells more. */
  constructor(write: (progress: ProgressCount) => Promise<void>, everyMs = 1000) {
    this.#write = write;
    this.#everyMs = everyMs;
  }

  get latest(): ProgressCount {
    return this.#latest;
  }

  /** Without writing it: something else has written it. */
  note(progress: ProgressCount): void {
    this.#latest = progress;
  }

  /** Writes the latest within `everyMs`. */
  tell(progress: ProgressCount): void {
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
