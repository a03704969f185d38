/** Bits per set, a power of two: with two million names, one in twenty is a false positive. */
const bits = 2 ** 24;

/**
 * Names that occur more than once, in a fixed space (a Bloom filter with two hashes). A few names that occur once are
 * included; no repeated name is missed.
 */
export class RepeatedNames {
  readonly #seen = new Uint32Array(bits / 32);
  readonly #repeated = new Uint32Array(bits / 32);

  add(name: string): void {
    const indexes = bitIndexesOf(name);
    mark(has(this.#seen, indexes) ? this.#repeated : this.#seen, indexes);
  }

  has(name: string): boolean {
    return has(this.#repeated, bitIndexesOf(name));
  }
}

type BitIndexes = readonly [first: number, second: number];

/** FNV-1a with two primes. */
function bitIndexesOf(name: string): BitIndexes {
  let first = 0x811c9dc5;
  let second = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [mixed(first) % bits, mixed(second) % bits];
}

/** The low bits of a product depend on low bits only. */
function mixed(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

function has(set: Uint32Array, indexes: BitIndexes): boolean {
  return indexes.every((index) => ((set[index >>> 5] as number) & (1 << (index & 31))) !== 0);
}

function mark(set: Uint32Array, indexes: BitIndexes): void {
  for (const index of indexes) set[index >>> 5] = (set[index >>> 5] as number) | (1 << (index & 31));
}
