import type { ApiError } from '../errors/api-error.ts';

/** Stands in a batch where an element was that cannot be judged by a schema: it is refused alone. */
export class InvalidItem {
  /** Why; its paths start at the element. */
  readonly error: ApiError;
  /** The element where it could be parsed, for what identifies it: its texts may be ones that nothing can store. */
  readonly value: unknown;
  /** SHA-256 of its bytes, which an idempotency key is compared by. */
  readonly sha256: string;

  constructor(error: ApiError, value: unknown, sha256: string) {
    this.error = error;
    this.value = value;
    this.sha256 = sha256;
  }

  toJSON(): object {
    return { sha256: this.sha256 };
  }
}
