import type { JsonBounds } from '@contract-kit/http-spec';
import { endOfString, isSpace, quote } from './json-bytes.ts';
import { ObjectKeys } from './object-keys.ts';

/** A bound that a text exceeds, or a key that one of its objects has twice. */
export interface Excess {
  /** Byte offset of the value that exceeds it; -1 for the text as a whole. */
  readonly at: number;
  /** What is wrong there; null: the key before the offset occurs twice in its object. */
  readonly problem: string | null;
}

/** The bytes of one element of a list, without the white space around it. */
export interface ElementSpan {
  readonly start: number;
  readonly end: number;
  /** The first bound it exceeds; null when it exceeds none. */
  readonly excess: Excess | null;
}

export interface JsonScan {
  /** The first bound the text exceeds; the rest was not read. Null when it exceeds none. */
  readonly excess: Excess | null;
  /** Number of values up to where the scan ended. */
  readonly values: number;
  /** The elements of the requested list; empty when the text has no such list. */
  readonly elements: readonly ElementSpan[];
}

/** A list whose elements are each checked against bounds. */
export interface ListToScan {
  /** The field of the root object that holds the list. */
  readonly field: string;
  readonly maxItems: number;
  /** Bytes. */
  readonly itemLimit: number;
  readonly bounds: JsonBounds;
}

export interface ScanOptions {
  /** First byte; default 0. */
  readonly start?: number;
  /** After the last byte; default the length. */
  readonly end?: number;
  readonly list?: ListToScan;
}

/**
 * Checks JSON text against bounds before it is parsed: one pass over its bytes, in a fraction of the time `JSON.parse`
 * takes. It also finds keys that an object has twice, of which the parser would silently keep the last. It does not
 * check the syntax: that is left to the parser.
 */
export function scanJson(bytes: Buffer, bounds: JsonBounds, options: ScanOptions = {}): JsonScan {
  return new Scanner(bytes, bounds, options).scan();
}

const space = 0x20;
const comma = 0x2c;
const openList = 0x5b;
const openObject = 0x7b;
const closeList = 0x5d;
const closeObject = 0x7d;

/** Levels of the fields of the whole text, and of the elements of one of its lists. */
const fieldLevel = 1;
const elementLevel = 2;

const unbounded: JsonBounds = {
  depth: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  members: Number.POSITIVE_INFINITY,
  keyBytes: Number.POSITIVE_INFINITY,
  numberBytes: Number.POSITIVE_INFINITY,
};

class Scanner {
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #whole: JsonBounds;
  readonly #list: ListToScan | undefined;
  /** The name of the list as it is usually written, without escapes. */
  readonly #listName: Buffer | null;
  /** The bounds of an element, with its depth counted from the text's root. */
  readonly #ofElements: JsonBounds;
  /** The bounds at the current position: those of the whole text, or of an element. */
  #bounds: JsonBounds;
  #at: number;
  #level = 0;
  #values = 1;
  /** Values up to the element that is being read, and within those before it. */
  #valuesBefore = 0;
  #valuesInside = 0;
  #expectsKey = false;
  /** True right after an array or object was opened. */
  #isEmpty = false;
  /** By level: where the array or object starts, whether it is an object, how many members it has, its first key. */
  readonly #starts: Uint32Array;
  readonly #isObject: Uint8Array;
  readonly #members: Uint32Array;
  readonly #firstKeys: number[] = [];
  readonly #keys: ObjectKeys;
  #namesList = false;
  #inList = false;
  #elementStart = -1;
  #elementExcess: Excess | null = null;
  #elements: ElementSpan[] = [];
  #excess: Excess | null = null;

  constructor(bytes: Buffer, bounds: JsonBounds, { start = 0, end = bytes.length, list }: ScanOptions) {
    const ofElements = list?.bounds ?? bounds;
    this.#ofElements = { ...ofElements, depth: ofElements.depth + elementLevel };
    const levels = Math.max(bounds.depth, this.#ofElements.depth) + 1;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#whole = bounds;
    this.#bounds = bounds;
    this.#list = list;
    this.#listName = list === undefined ? null : Buffer.from(JSON.stringify(list.field));
    this.#starts = new Uint32Array(levels);
    this.#isObject = new Uint8Array(levels);
    this.#members = new Uint32Array(levels);
    this.#keys = new ObjectKeys(bytes);
  }

  scan(): JsonScan {
    const bytes = this.#bytes;
    const end = this.#end;
    while (this.#at < end && this.#excess === null) {
      const byte = bytes[this.#at] as number;
      if (byte <= space) this.#skipSpace();
      else if (byte === quote) this.#readString();
      else if (byte === comma) this.#readComma();
      else if (byte === openList || byte === openObject) this.#open(byte === openObject);
      else if (byte === closeList || byte === closeObject) this.#close();
      else if (isNumeric(byte)) this.#readNumber();
      else this.#beginValue();
      this.#at += 1;
    }
    return { excess: this.#excess, values: this.#values, elements: this.#elements };
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at + 1 < this.#end && (bytes[at + 1] as number) <= space) at += 1;
    this.#at = at;
  }

  #readString(): void {
    if (this.#expectsKey) {
      this.#readKey();
    } else {
      this.#beginValue();
      this.#at = endOfString(this.#bytes, this.#at, this.#end);
    }
  }

  #readKey(): void {
    const start = this.#at;
    const { keyBytes } = this.#bounds;
    this.#expectsKey = false;
    this.#beginValue();
    // An element that has already exceeded a bound is not checked further.
    const isJudged = this.#bounds !== unbounded;
    const close = isJudged ? this.#keys.read(start, this.#end, keyBytes) : endOfString(this.#bytes, start, this.#end);
    this.#at = close;
    if (close - start - 1 > keyBytes) this.#refuseContainer(`Must not have keys of more than ${keyBytes} bytes.`);
    if (this.#level !== fieldLevel || this.#listName === null) return;
    this.#namesList = this.#bytes.subarray(start, close + 1).equals(this.#listName);
  }

  #readComma(): void {
    if (this.#level === elementLevel && this.#inList) {
      this.#endElement();
      this.#startElement();
    }
    this.#addValue();
    if (this.#isObject[this.#level] !== 1) return;
    this.#expectsKey = true;
    this.#addMember();
  }

  #open(isObject: boolean): void {
    this.#beginValue();
    this.#level += 1;
    this.#expectsKey = isObject;
    this.#isEmpty = true;
    if (this.#level > this.#bounds.depth)
      this.#refuse({ at: -1, problem: `Nested deeper than ${this.#depth()} levels.` });
    if (this.#level < this.#starts.length) {
      this.#starts[this.#level] = this.#at;
      this.#isObject[this.#level] = isObject ? 1 : 0;
      this.#members[this.#level] = 1;
      this.#firstKeys[this.#level] = this.#keys.count;
    }
    if (this.#level === elementLevel && this.#namesList && !isObject) {
      this.#inList = true;
      this.#startElement();
    }
  }

  #close(): void {
    this.#isEmpty = false;
    this.#expectsKey = false;
    if (this.#isObject[this.#level] === 1) this.#endObject();
    if (this.#level === elementLevel && this.#inList) {
      this.#endElement();
      this.#inList = false;
      this.#namesList = false;
    }
    this.#level -= 1;
  }

  #endObject(): void {
    const repeated = this.#keys.endObject(this.#firstKeys[this.#level] as number);
    if (repeated !== -1 && this.#bounds !== unbounded) this.#refuse({ at: repeated, problem: null });
  }

  #readNumber(): void {
    const start = this.#at;
    while (this.#at + 1 < this.#end && isNumeric(this.#bytes[this.#at + 1] as number)) this.#at += 1;
    this.#beginValue();
    const { numberBytes } = this.#bounds;
    if (this.#at - start >= numberBytes) {
      this.#refuse({ at: start, problem: `Must not have more than ${numberBytes} digits.` });
    }
  }

  /** The allowed depth, counted from the checked value. */
  #depth(): number {
    return this.#bounds.depth - (this.#elementStart === -1 ? 0 : elementLevel);
  }

  /** Counts the first value of an array or object; a comma counts the one that follows. */
  #beginValue(): void {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    this.#addValue();
  }

  #addValue(): void {
    this.#values += 1;
    if (this.#values > this.#whole.values) {
      this.#excess ??= { at: -1, problem: tooManyValues(this.#whole) };
    } else if (this.#elementStart !== -1) {
      if (this.#values - this.#valuesBefore > this.#bounds.values) {
        this.#refuse({ at: -1, problem: tooManyValues(this.#bounds) });
      }
    } else if (this.#list !== undefined && this.#values - this.#valuesInside > this.#ofElements.values) {
      const { field } = this.#list;
      this.#refuse({ at: -1, problem: `Must have at most ${this.#ofElements.values} values beside its ${field}.` });
    }
  }

  #addMember(): void {
    const count = (this.#members[this.#level] as number) + 1;
    this.#members[this.#level] = count;
    const { members } = this.#bounds;
    if (count > members) this.#refuseContainer(`Must have at most ${members} members.`);
  }

  #startElement(): void {
    this.#elementStart = this.#at + 1;
    this.#elementExcess = null;
    this.#valuesBefore = this.#values;
    this.#bounds = this.#ofElements;
  }

  #endElement(): void {
    let start = this.#elementStart;
    let end = this.#at;
    while (start < end && isSpace(this.#bytes[start] as number)) start += 1;
    while (end > start && isSpace(this.#bytes[end - 1] as number)) end -= 1;
    const { maxItems, itemLimit } = this.#list as ListToScan;
    const excess = end - start > itemLimit ? tooLong(itemLimit) : this.#elementExcess;
    // An empty list has no element; the parser refuses an extra comma.
    if (end > start) this.#elements.push({ start, end, excess });
    if (this.#elements.length > maxItems) {
      this.#excess ??= { at: this.#starts[elementLevel] as number, problem: tooManyItems(maxItems) };
    }
    this.#elementStart = -1;
    this.#valuesInside += this.#values - this.#valuesBefore;
    this.#bounds = this.#whole;
  }

  #refuseContainer(problem: string): void {
    this.#refuse({ at: this.#starts[this.#level] ?? -1, problem });
  }

  /** Ends the scan, or only the checks of the current element. */
  #refuse(excess: Excess): void {
    if (this.#elementStart === -1) {
      this.#excess ??= excess;
    } else {
      this.#elementExcess = excess;
      this.#bounds = unbounded;
    }
  }
}

export const tooManyValues = ({ values }: JsonBounds) => `Must have at most ${values} values in all.`;
export const tooManyItems = (maxItems: number) => `Must have at most ${maxItems} items.`;
export const tooLong = (bytes: number): Excess => ({ at: -1, problem: `Must have at most ${bytes} bytes.` });

function isNumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b;
}
