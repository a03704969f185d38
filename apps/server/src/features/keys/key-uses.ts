import type { Clock } from '../../kernel/index.ts';
import type { DeprecatedUses } from './key-record.ts';
import type { KeyRepository } from './keys.repository.ts';

export interface KeyUsesOptions {
  readonly repository: Pick<KeyRepository, 'touch' | 'addDeprecatedUses'>;
  readonly clock: Clock;
  /** Milliseconds between writes, default 5,000. */
  readonly intervalMs?: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Records when keys are used, and their uses of deprecated operations and fields. Uses are collected in memory and
 * written every few seconds, in one statement of each kind: a write for each request would cost more than the request.
 */
export class KeyUses {
  readonly #options: KeyUsesOptions;
  readonly #timer: NodeJS.Timeout;
  #lastUses = new Map<string, Date>();
  /** Keyed by key, operation and field. */
  #deprecated = new Map<string, DeprecatedUses>();

  constructor(options: KeyUsesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), options.intervalMs ?? 5000).unref();
  }

  /** @returns the recorded time. */
  note(keyId: string): Date {
    const now = this.#options.clock.now();
    this.#lastUses.set(keyId, now);
    return now;
  }

  /**
   * Counts a use of a deprecated operation, or of a deprecated field of its input.
   *
   * @param field null for the operation itself.
   */
  noteDeprecated(keyId: string, operationId: string, field: string | null): void {
    const name = `${keyId} ${operationId} ${field ?? ''}`;
    const uses = (this.#deprecated.get(name)?.uses ?? 0) + 1;
    this.#deprecated.set(name, { keyId, operationId, field, uses, lastUsedAt: this.#options.clock.now() });
  }

  /** Writes the collected uses. On failure they are lost and the error is reported: they are only a hint for people. */
  async flush(): Promise<void> {
    const { repository, onError } = this.#options;
    const lastUses = this.#lastUses;
    const deprecated = [...this.#deprecated.values()];
    this.#lastUses = new Map();
    this.#deprecated = new Map();
    if (lastUses.size > 0) await repository.touch(lastUses).catch(onError);
    if (deprecated.length > 0) await repository.addDeprecatedUses(deprecated).catch(onError);
  }

  /** Writes the remaining uses and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
