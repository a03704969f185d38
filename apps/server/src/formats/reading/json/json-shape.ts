import { limits } from '@product-content/contract';

const { depth: deepest, values: most } = limits.tableFile;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * The depth and number of values of one JSON string, object or list, counted from its brackets, quotes and commas while
 * it arrives, before the text is parsed.
 */
export class JsonShape {
  /** The deepest level so far. */
  levels = 0;
  /** Members and items so far; an empty one counts as one. */
  values = 0;
  private depth = 0;
  private quoted = false;
  private escaped = false;

  /** @returns the position after the end of the value, or -1 when it continues in the next text. */
  scan(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.quoted) {
        if (this.escaped) this.escaped = false;
        else if (code === backslash) this.escaped = true;
        else if (code === quote) {
          this.quoted = false;
          if (this.depth === 0) return at + 1;
        }
      } else if (code === quote) this.quoted = true;
      else if (code === comma) this.values++;
      else if (code === openBrace || code === openBracket) {
        this.values++;
        if (++this.depth > this.levels) this.levels = this.depth;
      } else if ((code === closeBrace || code === closeBracket) && --this.depth === 0) return at + 1;
    }
    return -1;
  }

  /** @param outer levels around the value. */
  isTooDeep(outer = 0): boolean {
    return outer + this.levels > deepest;
  }

  holdsTooMuch(): boolean {
    return this.values > most;
  }
}
