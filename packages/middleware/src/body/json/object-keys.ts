import { randomInt } from 'node:crypto';
import { backslash, endOfString, quote } from './json-bytes.ts';

/** Numbers stored per key: the hash of its decoded bytes, and the offsets of its two quotes. */
const fieldsOfKey = 3;

/** Objects with more keys than this use a hash table; below it, comparing each with each is faster. */
const maxPairwise = 16;

/** Average probes per key above which a collision attack is assumed. */
const probesPerKey = 8;

/** Random, so that callers cannot construct colliding keys. */
const seed = randomInt(2 ** 31);
const multiplier = randomInt(2 ** 30, 2 ** 31) | 1;

/**
 * Space for most bodies. It is shared, because no two scans run at once and creating typed arrays takes longer than a
 * scan.
 */
const usualKeys = new Int32Array(1024 * fieldsOfKey);
const usualSlots = new Int32Array(1024);

/**
 * Finds a key that an object of JSON text has twice. It stores twelve bytes for each key of the open objects, and
 * compares the keys of an object when it ends. The time is proportional to the number of keys, whatever they are.
 */
export class ObjectKeys {
  readonly #bytes: Buffer;
  /** Three numbers per key; see {@link fieldsOfKey}. */
  #keys = usualKeys;
  /** Number of stored keys. */
  count = 0;
  /** The hash table, refilled for each object. */
  #slots = usualSlots;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /**
   * Reads and stores the key whose first quote is at `start`.
   *
   * @param most maximum bytes of a key; a longer one is not stored.
   * @returns the offset of the quote that ends it; `end` or one more when it does not end.
   */
  read(start: number, end: number, most: number): number {
    const bytes = this.#bytes;
    const limit = Math.min(end, start + most + 2);
    let hash = seed;
    let at = start + 1;
    for (; at < limit; at += 1) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        this.#keep(hash, start, at);
        return at;
      }
      if (byte === backslash) break;
      hash = Math.imul(hash ^ byte, multiplier);
    }
    const close = endOfString(bytes, start, end);
    if (close < end && close - start - 1 <= most) this.#keepDecoded(start, close);
    return close;
  }

  /**
   * Removes the keys of an object that ends: those from `first` on.
   *
   * @returns the offset after the first key that an earlier one equals; -1 when all differ.
   */
  endObject(first: number): number {
    const repeated = this.count - first > maxPairwise ? this.#findInTable(first) : this.#findPairwise(first);
    this.count = Math.min(first, this.count);
    return repeated === -1 ? -1 : (this.#keys[repeated * fieldsOfKey + 2] as number) + 1;
  }

  #keep(hash: number, start: number, close: number): void {
    const at = this.count * fieldsOfKey;
    if (at === this.#keys.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    this.#keys[at] = hash;
    this.#keys[at + 1] = start;
    this.#keys[at + 2] = close;
    this.count += 1;
  }

  /** Stores a key with escapes. An invalid one is left for the parser to refuse. */
  #keepDecoded(start: number, close: number): void {
    const text = this.#decode(start, close);
    if (text === null) return;
    let hash = seed;
    for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, multiplier);
    this.#keep(hash, start, close);
  }

  #findPairwise(first: number): number {
    const keys = this.#keys;
    for (let key = first + 1; key < this.count; key += 1) {
      const hash = keys[key * fieldsOfKey];
      for (let earlier = first; earlier < key; earlier += 1) {
        if (keys[earlier * fieldsOfKey] === hash && this.#areEqual(earlier, key)) return key;
      }
    }
    return -1;
  }

  #findInTable(first: number): number {
    const keys = this.#keys;
    const bits = 33 - Math.clz32(this.count - first);
    const size = 2 ** bits;
    if (this.#slots.length < size) this.#slots = new Int32Array(size);
    else this.#slots.fill(0, 0, size);
    const slots = this.#slots;
    let probes = (this.count - first) * probesPerKey;
    for (let key = first; key < this.count; key += 1) {
      const hash = keys[key * fieldsOfKey] as number;
      // The high bits of the result depend on all bits of the hash.
      let slot = Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
      for (; slots[slot] !== 0; slot = (slot + 1) % size) {
        const earlier = (slots[slot] as number) - 1;
        if (keys[earlier * fieldsOfKey] === hash && this.#areEqual(earlier, key)) return key;
        probes -= 1;
        if (probes === 0) return this.#findInSet(first);
      }
      slots[slot] = key + 1;
    }
    return -1;
  }

  /** Slower, but with the hash that the engine itself relies on. */
  #findInSet(first: number): number {
    const seen = new Set<string>();
    for (let key = first; key < this.count; key += 1) {
      const text = this.#textOf(key);
      if (seen.has(text)) return key;
      seen.add(text);
    }
    return -1;
  }

  #areEqual(left: number, right: number): boolean {
    return this.#textOf(left) === this.#textOf(right);
  }

  #textOf(key: number): string {
    const at = key * fieldsOfKey;
    const [start, close] = [this.#keys[at + 1] as number, this.#keys[at + 2] as number];
    // A key that cannot be decoded is not JSON, so any distinct text will do.
    return this.#decode(start, close) ?? this.#bytes.toString('latin1', start, close);
  }

  #decode(start: number, close: number): string | null {
    try {
      return JSON.parse(this.#bytes.toString('utf8', start, close + 1)) as string;
    } catch {
      return null;
    }
  }
}
