import type { Readable } from 'node:stream';

/** The response to a request. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /**
   * Null: none, as for HEAD. A stream is read as fast as the client reads, and destroyed when the client disconnects.
   */
  readonly body: string | Uint8Array | Readable | null;
}

/** A response as the core hands it to an adapter. */
export interface FinalResponse extends ApiResponse {
  /**
   * The response to send instead if this one cannot be written and no part of it has been sent. The failure is logged.
   */
  instead(failure: unknown): ApiResponse;
}

/** RFC 9110 §5.1 and §5.5. */
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Lower-case names by original names: an API sets the same few dozen names again and again. */
const knownNames = new Map<string, string>();
/** Keeps generated names from filling the memory. */
const maxKnownNames = 500;

/** @throws TypeError for a name that no header field can have. */
function keyOf(name: string): string {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  if (!fieldName.test(name)) throw invalidField(name);
  const key = name.toLowerCase();
  if (knownNames.size < maxKnownNames) knownNames.set(name, key);
  return key;
}

const invalidField = (name: string) => new TypeError(`The header field ${JSON.stringify(name)} is not valid.`);

/** The header fields of a response, in the order they were set. Names keep their case and match in any case. */
export class ResponseHeaders {
  /** Names in lower case. A response has a dozen fields, which are found faster in a list than in a map. */
  readonly #keys: string[];
  readonly #lines: (string | readonly string[])[];

  constructor(fields?: ResponseHeaders) {
    this.#keys = fields === undefined ? [] : fields.#keys.slice();
    this.#lines = fields === undefined ? [] : fields.#lines.slice();
  }

  /** Names and values in turn, as `writeHead` of `node:http` takes them. */
  get lines(): readonly (string | readonly string[])[] {
    return this.#lines;
  }

  has(name: string): boolean {
    return this.#keys.includes(name.toLowerCase());
  }

  get(name: string): string | undefined {
    const at = this.#keys.indexOf(name.toLowerCase());
    const value = at === -1 ? undefined : this.#lines[2 * at + 1];
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  }

  /**
   * @param value a list is sent as a line for each of its values: two `Set-Cookie` are two.
   * @throws TypeError for a name or a value that no header field can have.
   */
  set(name: string, value: string | readonly string[]): void {
    const isValid = typeof value === 'string' ? fieldValue.test(value) : value.every((line) => fieldValue.test(line));
    const key = keyOf(name);
    if (!isValid) throw invalidField(name);
    const at = this.#keys.indexOf(key);
    if (at === -1) {
      this.#keys.push(key);
      this.#lines.push(name, value);
    } else {
      this.#lines[2 * at] = name;
      this.#lines[2 * at + 1] = value;
    }
  }

  delete(name: string): void {
    const at = this.#keys.indexOf(name.toLowerCase());
    if (at === -1) return;
    this.#keys.splice(at, 1);
    this.#lines.splice(2 * at, 2);
  }

  /** Adds field names to `Vary` that it does not list yet. */
  vary(names: string): void {
    const listed = this.get('Vary')?.split(', ') ?? [];
    const known = new Set(listed.map((name) => name.toLowerCase()));
    const added = names.split(',').map((name) => name.trim());
    this.set('Vary', [...listed, ...added.filter((name) => !known.has(name.toLowerCase()))].join(', '));
  }

  /** Removes field names from `Vary`. */
  unvary(names: readonly string[]): void {
    const rest = (this.get('Vary') ?? '').split(', ').filter((name) => name !== '' && !names.includes(name));
    if (rest.length === 0) this.delete('Vary');
    else this.set('Vary', rest.join(', '));
  }

  *[Symbol.iterator](): Generator<readonly [name: string, value: string | readonly string[]]> {
    for (let at = 0; at < this.#lines.length; at += 2) {
      yield [this.#lines[at] as string, this.#lines[at + 1] as string | readonly string[]];
    }
  }
}
