import type { JsonBounds } from '@contract-kit/http-spec';

/** A bound that a text breaks. */
export interface Excess {
  /** Byte offset of the value that breaks it; -1 for the text as a whole. */
  readonly at: number;
  readonly problem: string;
}

/** The bytes of one element of a list, without the white space around it. */
export interface ElementSpan {
  readonly start: number;
  readonly end: number;
  /** The first bound it breaks; null when it breaks none. */
  readonly excess: Excess | null;
}

export interface JsonScan {
  /** The first bound the text breaks; what follows was not read. Null when it breaks none. */
  readonly excess: Excess | null;
  /** Values up to where the scan ended. */
  readonly values: number;
  /** The elements of the list that was asked for; empty when the text has no such list. */
  readonly elements: readonly ElementSpan[];
}

/** A list whose elements are held to bounds each for itself. */
export interface ListToScan {
  /** A field of the object that the text is. */
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
 * Holds JSON text to bounds before it is parsed: one pass over its bytes, in a fraction of the time `JSON.parse` takes.
 * The text may still not be JSON: that is for the parser to say.
 */
export function scanJson(bytes: Buffer, bounds: JsonBounds, options: ScanOptions = {}): JsonScan {
  return new Scanner(bytes, bounds, options).scan();
}

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
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
  /** The name of the list as it is usually written. */
  readonly #listName: Buffer | null;
  /** The bounds of an element, with its depth counted from the text's root. */
  readonly #ofElements: JsonBounds;
  /** What holds at the place of the scan: for the whole text, or for an element. */
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
  /** By level: where the array or object starts, whether it is an object, how many members it has. */
  readonly #starts: Uint32Array;
  readonly #isObject: Uint8Array;
  readonly #members: Uint32Array;
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
    const start = this.#at;
    const close = endOfString(this.#bytes, start, this.#end);
    this.#beginValue();
    this.#at = close;
    if (!this.#expectsKey) return;
    this.#expectsKey = false;
    const { keyBytes } = this.#bounds;
    if (close - start - 1 > keyBytes) this.#refuseContainer(`Must not have keys of more than ${keyBytes} bytes.`);
    if (this.#level !== fieldLevel || this.#listName === null) return;
    this.#namesList = this.#bytes.subarray(start, close + 1).equals(this.#listName);
    // Of two fields with one name the last counts.
    if (this.#namesList) this.#elements = [];
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
    }
    if (this.#level === elementLevel && this.#namesList && !isObject) {
      this.#inList = true;
      this.#startElement();
    }
  }

  #close(): void {
    this.#isEmpty = false;
    this.#expectsKey = false;
    if (this.#level === elementLevel && this.#inList) {
      this.#endElement();
      this.#inList = false;
      this.#namesList = false;
    }
    this.#level -= 1;
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

  /** The depth that is allowed, from where the value that is judged starts. */
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
    // An empty list has no element, and a comma too many is for the parser to refuse.
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

  /** Ends the scan, or only the judgement of the element. */
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

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of a text that are looked at one by one before the rest is skipped. */
const nearBytes = 32;

/** The offset of the quote that ends the text which starts at `start`; `end` when nothing ends it. */
export function endOfString(bytes: Buffer, start: number, end: number): number {
  const near = endWithin(bytes, start + 1, Math.min(end, start + nearBytes));
  if (near < end && bytes[near] === quote) return near;
  const found = near < end ? bytes.indexOf(quote, near) : -1;
  if (found === -1 || found >= end) return end;
  let slash = found - 1;
  while (slash >= near && bytes[slash] === backslash) slash -= 1;
  // An even number of backslashes are characters themselves; an odd one escapes the quote.
  return (found - slash) % 2 === 1 ? found : endWithin(bytes, found + 1, end);
}

/** The offset of the first quote that is not escaped; `end`, or one more where an escape is cut, when there is none. */
function endWithin(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
