import { limits } from '@product-content/contract';
import { TableFileError } from '../../table-error.ts';
import { tooManyValues } from '../bounds.ts';
import { JsonShape } from './json-shape.ts';

/** A list or object outside of items. */
interface Container {
  readonly close: '}' | ']';
  /** The end of the dotted path from the root; elements of a list have the path of the list. */
  readonly path: string;
  readonly isList: boolean;
  key: string;
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/** A token that may continue in the next chunk: a key, an item, or a value to skip. */
interface RawToken {
  readonly use: 'key' | 'item' | 'skip';
  readonly kind: 'string' | 'container' | 'scalar';
  readonly parts: string[];
  /** Null for scalars. */
  readonly shape: JsonShape | null;
  length: number;
}

const { depth: maxDepth, row: maxLength, columnName: maxKeyLength } = limits.tableFile;

/** What no value and no key begins with. */
const misplaced = ']},:';

/** Longer than any `itemPath`, so what precedes it makes no difference. */
const pathEnd = 1_000;

/**
 * Extracts the items of a list from a JSON document that arrives in chunks. It only looks at brackets and quotes;
 * `JSON.parse` parses each item. So an item is in memory once, its length, depth and number of values are limited
 * before it is parsed, and a document of any size takes no more memory than its longest item.
 */
export class JsonItemScanner {
  /** Paths of the first lists found. */
  readonly lists = new Set<string>();
  /** The first keys of the root object. */
  readonly rootKeys: string[] = [];
  found = false;
  items = 0;
  private readonly itemPath: string | null;
  private readonly open: Container[] = [];
  private expected: Expected = 'value';
  private token: RawToken | null = null;

  /** @param itemPath dotted path of the list, or its name at any level; null: the root, or `products` in it. */
  constructor(itemPath: string | null) {
    this.itemPath = itemPath;
  }

  /** The items that end in this chunk, as JSON texts. */
  feed(text: string): string[] {
    const items: string[] = [];
    let at = 0;
    while (at < text.length) at = this.token === null ? this.step(text, at, items) : this.goOn(text, at, items);
    return items;
  }

  /** @throws {TableFileError} when the document is incomplete. */
  end(): void {
    if (this.expected === 'nothing') return;
    // A scalar at the root ends with the file.
    if (this.open.length === 0 && this.token?.kind === 'scalar') return;
    throw new TableFileError(`The JSON is truncated ${this.where()}: its end is missing.`);
  }

  private step(text: string, at: number, items: string[]): number {
    const character = text[at] as string;
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') return at + 1;
    switch (this.expected) {
      case 'valueOrEnd':
        return character === ']' ? this.close(character, at) : this.value(character, text, at, items);
      case 'value':
        return this.value(character, text, at, items);
      case 'keyOrEnd':
        return character === '}' ? this.close(character, at) : this.key(character, text, at, items);
      case 'key':
        return this.key(character, text, at, items);
      case 'colon':
        return this.expectOne(character, ':', 'value', at);
      case 'commaOrEnd': {
        const inner = this.open.at(-1);
        if (character !== ',') return this.close(character, at);
        return this.expectOne(character, ',', inner?.isList ? 'value' : 'key', at);
      }
      case 'nothing':
        throw new TableFileError('The JSON document has ended but more text follows; is this JSON Lines (.ndjson)?');
    }
  }

  private value(character: string, text: string, at: number, items: string[]): number {
    const outer = this.open.at(-1);
    if (outer?.isList && this.isItems(outer.path)) return this.begin('item', character, text, at, items);
    if (character !== '{' && character !== '[') return this.begin('skip', character, text, at, items);
    if (this.open.length >= maxDepth) throw tooDeep(this.where());
    const path = outer === undefined ? '' : outer.isList ? outer.path : join(outer.path, outer.key);
    const isList = character === '[';
    if (isList) this.seeList(path);
    this.open.push({ close: isList ? ']' : '}', path, isList, key: '' });
    this.expected = isList ? 'valueOrEnd' : 'keyOrEnd';
    return at + 1;
  }

  private seeList(path: string): void {
    if (this.isItems(path)) this.found = true;
    if (this.lists.size < 10) this.lists.add(path);
  }

  private isItems(path: string): boolean {
    if (this.itemPath === null) return path === (this.open[0]?.isList === false ? 'products' : '');
    return path === this.itemPath || path.endsWith(`.${this.itemPath}`);
  }

  private key(character: string, text: string, at: number, items: string[]): number {
    if (character !== '"') throw this.unexpected(character);
    return this.begin('key', character, text, at, items);
  }

  private close(character: string, at: number): number {
    if (this.open.at(-1)?.close !== character) throw this.unexpected(character);
    this.open.pop();
    this.expected = this.open.length === 0 ? 'nothing' : 'commaOrEnd';
    return at + 1;
  }

  private expectOne(character: string, one: string, next: Expected, at: number): number {
    if (character !== one) throw this.unexpected(character);
    this.expected = next;
    return at + 1;
  }

  private begin(use: RawToken['use'], character: string, text: string, at: number, items: string[]): number {
    if (misplaced.includes(character)) throw this.unexpected(character);
    const kind = character === '"' ? 'string' : character === '{' || character === '[' ? 'container' : 'scalar';
    this.token = { use, kind, parts: [], shape: kind === 'scalar' ? null : new JsonShape(), length: 0 };
    return this.goOn(text, at, items);
  }

  private goOn(text: string, at: number, items: string[]): number {
    const token = this.token as RawToken;
    const end = token.shape === null ? endOfScalar(text, at) : token.shape.scan(text, at);
    const stop = end < 0 ? text.length : end;
    token.length += stop - at;
    this.check(token);
    if (token.use !== 'skip') token.parts.push(text.slice(at, stop));
    if (end < 0) return text.length;
    this.finish(token, items);
    return end;
  }

  private finish({ use, parts }: RawToken, items: string[]): void {
    this.token = null;
    this.expected = use === 'key' ? 'colon' : this.open.length === 0 ? 'nothing' : 'commaOrEnd';
    if (use === 'item') {
      this.items++;
      items.push(parts.join(''));
    }
    const inner = this.open.at(-1);
    if (use !== 'key' || inner === undefined) return;
    inner.key = parseKey(parts.join(''));
    if (this.open.length === 1 && this.rootKeys.length < 10) this.rootKeys.push(inner.key);
  }

  private check({ use, shape, length }: RawToken): void {
    if (length > (use === 'key' ? maxKeyLength + 2 : maxLength)) {
      const [what, max] = use === 'key' ? ['key', maxKeyLength] : ['value', maxLength];
      throw new TableFileError(`The JSON has a ${what} of more than ${max} characters ${this.where()}.`);
    }
    if (shape === null) return;
    if (shape.isTooDeep(this.open.length)) throw tooDeep(this.where());
    if (use === 'item' && shape.holdsTooMuch()) throw tooManyValues('values', this.items + 1);
  }

  private unexpected(character: string): TableFileError {
    return new TableFileError(`The file is not JSON: unexpected ${JSON.stringify(character)} ${this.where()}.`);
  }

  private where(): string {
    if (this.token?.use === 'item') return `in row ${this.items + 1}`;
    return this.items === 0 ? 'before the first row' : `after row ${this.items}`;
  }
}

const space = 0x20;
const comma = 0x2c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** By codes, because a document may have millions of scalars. @returns -1 when it continues in the next text. */
function endOfScalar(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || code <= space || code === closeBracket || code === closeBrace) return at;
  }
  return -1;
}

function parseKey(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new TableFileError(`The file is not JSON: ${text.slice(0, 40)} is not a key.`);
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`).slice(-pathEnd);

function tooDeep(where: string): TableFileError {
  return new TableFileError(`The JSON nests deeper than ${maxDepth} levels ${where}.`);
}
