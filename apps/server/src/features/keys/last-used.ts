import type { Clock } from '../../kernel/index.ts';
import type { KeyRepository } from './keys.repository.ts';

export interface LastUsedOptions {
  readonly repository: Pick<KeyRepository, 'touch'>;
  readonly clock: Clock;
  /** Milliseconds between writes, default 5,000. */
  readonly intervalMs?: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Notes when keys are used. Uses are collected in memory and written every few seconds in one statement: a
 * write with each request would cost more than the request.
 */
export class LastUsed {
  readonly #options: LastUsedOptions;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, Date>();

  constructor(options: LastUsedOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), options.intervalMs ?? 5000).unref();
  }

  /** @returns the time noted. */
  note(keyId: string): Date {
    const now = this.#options.clock.now();
    this.#uses.set(keyId, now);
    return now;
  }

  /** Writes what was noted. A failure loses it and is reported: it is no more than a hint to people. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    await this.#options.repository.touch(uses).catch(this.#options.onError);
  }

  /** Writes what is left and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
