import { invalidFields } from './api-error.ts';

/** Collects what is wrong with an input, by dotted path. The first problem of a path stands. */
export class FieldProblems {
  readonly #messages = new Map<string, string>();

  add(path: string, message: string): void {
    if (!this.#messages.has(path)) this.#messages.set(path, message);
  }

  /** Every problem by its path, in the order they were found. */
  entries(): Iterable<readonly [path: string, message: string]> {
    return this.#messages;
  }

  get count(): number {
    return this.#messages.size;
  }

  get none(): boolean {
    return this.count === 0;
  }

  /** @throws ApiError `validation_failed` with every problem found, when there is one. */
  throwIfAny(): void {
    if (!this.none) throw invalidFields(Object.fromEntries(this.#messages));
  }
}
