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

/** Bounds of any body whose policy names none. */
const usualBounds = { depth: 64, keyBytes: 1024, numberBytes: 1024 } as const;

/** A body of the densest records people send has some forty bytes a value. */
const bytesPerValue = 32;
const leastValues = 32_768;

/** An object with more members is a table, and a table is a list. */
const bytesPerMember = 1024;
const leastMembers = 1_000;

/**
 * The bounds of a body of at most `bodyLimit` bytes: of values one for every 32 bytes, of members of an object one for
 * every KiB, and never less than 32,768 and 1,000.
 *
 * @param own bounds its policy names; they take the place of the usual ones.
 */
export function jsonBoundsOf(bodyLimit: number, own: Partial<JsonBounds> = {}): JsonBounds {
  return {
    ...usualBounds,
    values: Math.max(leastValues, Math.floor(bodyLimit / bytesPerValue)),
    members: Math.max(leastMembers, Math.floor(bodyLimit / bytesPerMember)),
    ...own,
  };
}
