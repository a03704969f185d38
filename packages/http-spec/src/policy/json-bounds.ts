/**
 * Bounds of a JSON body beyond its size in bytes. The cost of parsing grows with the number of values: ten megabytes of
 * `{}` block a process for seconds, ten megabytes of text for milliseconds.
 */
export interface JsonBounds {
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
  /** Total number of values: strings, numbers, `true`, `false`, `null`, arrays and objects. */
  readonly values: number;
  /** Members of one object. */
  readonly members: number;
  /** Bytes of one key, as written. */
  readonly keyBytes: number;
  /** Bytes of one number, as written. */
  readonly numberBytes: number;
}

/** Bounds of a body whose policy does not set any. */
const usualBounds = { depth: 64, keyBytes: 1024, numberBytes: 1024 } as const;

/** The densest real bodies have about forty bytes per value. */
const bytesPerValue = 32;
const leastValues = 32_768;

/** An object with more members holds data that belongs in a list. */
const bytesPerMember = 1024;
const leastMembers = 1_000;

/**
 * The bounds of a body of at most `bodyLimit` bytes: one value for every 32 bytes, but at least 32,768, and in one
 * object one member for every KiB, but at least 1,000.
 *
 * @param own bounds its policy sets; they replace the defaults.
 */
export function jsonBoundsOf(bodyLimit: number, own: Partial<JsonBounds> = {}): JsonBounds {
  return {
    ...usualBounds,
    values: Math.max(leastValues, Math.floor(bodyLimit / bytesPerValue)),
    members: Math.max(leastMembers, Math.floor(bodyLimit / bytesPerMember)),
    ...own,
  };
}
