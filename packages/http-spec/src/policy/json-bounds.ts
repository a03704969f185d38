/**
 * What a JSON body may hold beside its bytes. Parsing costs by the value, not by the byte: ten megabytes of `{}` hold a
 * process for seconds where ten megabytes of text take milliseconds.
 */
export interface JsonBounds {
  /** Arrays and objects within each other. */
  readonly depth: number;
  /** Values in all: texts, numbers, `true`, `false`, `null`, arrays and objects. */
  readonly values: number;
  /** Members of one object. */
  readonly members: number;
  /** Bytes of one key, as it is written. */
  readonly keyBytes: number;
  /** Bytes of one number, as it is written. */
  readonly numberBytes: number;
}

/** Bounds of bodies whose policy names none; `values` grows with the body's limit in bytes. */
const usualBounds = { depth: 64, members: 10_000, keyBytes: 1024, numberBytes: 1024 } as const;

/** A body of the densest records people send has some forty bytes a value. */
const bytesPerValue = 32;
const leastValues = 32_768;

/**
 * The bounds of a body of at most `bodyLimit` bytes.
 *
 * @param own bounds its policy names; they take the place of the usual ones.
 */
export function jsonBoundsOf(bodyLimit: number, own: Partial<JsonBounds> = {}): JsonBounds {
  return { ...usualBounds, values: Math.max(leastValues, Math.floor(bodyLimit / bytesPerValue)), ...own };
}
