import { invalidFields } from './api-error.ts';

/** Collects the problems of an input, by dotted path. The first problem of a path wins. */
export class FieldProblems {
  readonly #messages = new Map<string, string>();

  add(path: string, message: string): void {
    if (!this.#messages.has(path)) this.#messages.set(path, message);
  }

  /** Every problem with its path, in the order they were found. */
  entries(): Iterable<readonly [path: string, message: string]> {
    return this.#messages;
  }

  get count(): number {
    return this.#messages.size;
  }

  get none(): boolean {
    return this.count === 0;
  }

  /** @throws ApiError `validation_failed` with every problem found, if there are any. */
  throwIfAny(): void {
    if (!this.none) throw invalidFields(Object.fromEntries(this.#messages));
  }
}
