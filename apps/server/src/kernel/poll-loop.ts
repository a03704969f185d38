/**
 * Repeats work, one run at a time: whenever it is woken, and after a delay in any case. When woken during a run, it
 * runs once more.
 */
export class PollLoop {
  readonly #work: () => Promise<number>;
  readonly #onError: (error: unknown) => number;
  #woken = false;
  #stopped = false;
  #wakeSleeper: (() => void) | null = null;
  readonly #ended: Promise<void>;

  /**
   * @param work one run; resolves to the milliseconds until the next one.
   * @param onError receives the error of a run; returns the milliseconds until the next one.
   */
  constructor(work: () => Promise<number>, onError: (error: unknown) => number) {
    this.#work = work;
    this.#onError = onError;
    this.#ended = this.#loop();
  }

  wake(): void {
    this.#woken = true;
    this.#wakeSleeper?.();
  }

  /** Resolves when the current run is done. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#wakeSleeper?.();
    return this.#ended;
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const pauseMs = await this.#work().catch(this.#onError);
      if (!this.#woken && !this.#stopped) await this.#sleep(pauseMs);
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wakeSleeper = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      this.#wakeSleeper = null;
    });
  }
}
