/** Longest accepted Idempotency-Key, in characters. */
export const idempotencyKeyMaxLength = 255;

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * Checks an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): 1–255 visible ASCII characters.
 * The draft's quoted form (`"8e03978e"`) and the bare form are different keys: the value is taken as sent.
 *
 * @returns the key, or null when it is malformed.
 */
export function parseIdempotencyKey(field: string): string | null {
  return visibleAscii.test(field) ? field : null;
}
