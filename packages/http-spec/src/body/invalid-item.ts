import type { ApiError } from '../errors/api-error.ts';

/** Replaces an element of a batch that no schema can validate. Only this element is refused. */
export class InvalidItem {
  /** Why; its paths start at the element. */
  readonly error: ApiError;
  /** The element, if it could be parsed. Its strings may be ones the database cannot store. */
  readonly value: unknown;
  /** SHA-256 of its bytes: part of the fingerprint of the Idempotency-Key. */
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
