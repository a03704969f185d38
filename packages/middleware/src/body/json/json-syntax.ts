/** Where and why a text is not JSON (RFC 8259). */
export interface JsonSyntaxError {
  /** UTF-16 offset of the first invalid character; the length of the text when it ends too early. */
  readonly position: number;
}

const words: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The quote, a backslash, or a control character, which is any character below the space. */
const stringEnd = /["\\]|[^ -\uffff]/g;
const escapeEnd = /(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the first syntax error of a text that `JSON.parse` refused; V8 names the position only sometimes. It is a
 * scanner with its own stack, so depth costs no recursion.
 */
export function findJsonError(text: string): JsonSyntaxError {
  return { position: new Scanner(text).scan() };
}

type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

class Scanner {
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  #expects: Expectation = 'value';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): number {
    while (true) {
      this.#skipSpace();
      const char = this.#text[this.#at];
      if (char === undefined || !this.#accept(char)) return this.#at;
    }
  }

  #skipSpace(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? '-')) this.#at += 1;
  }

  /** Consumes one token and sets what may follow; false leaves the position at the error. */
  #accept(char: string): boolean {
    const expects = this.#expects;
    if (expects === 'nothing') return false;
    if (expects === 'colon') return char === ':' && this.#punctuation('value');
    if (expects === 'comma-or-end') {
      if (char === ',') return this.#punctuation(this.#open.at(-1) === '{' ? 'key' : 'value');
      return this.#close(char);
    }
    if (expects === 'key' || expects === 'key-or-end') {
      if (char === '"') return this.#string('colon');
      return expects === 'key-or-end' && this.#close(char);
    }
    if (expects === 'value-or-end' && char === ']') return this.#close(char);
    return this.#value(char);
  }

  #value(char: string): boolean {
    if (char === '{' || char === '[') {
      this.#open.push(char);
      return this.#punctuation(char === '{' ? 'key-or-end' : 'value-or-end');
    }
    if (char === '"') return this.#string(this.#afterValue());
    const word = words[char];
    if (word !== undefined) return this.#word(word);
    numberPattern.lastIndex = this.#at;
    const number = numberPattern.exec(this.#text);
    return number !== null && this.#advance(number[0].length, this.#afterValue());
  }

  #word(word: string): boolean {
    for (const letter of word) {
      if (this.#text[this.#at] !== letter) return false;
      this.#at += 1;
    }
    return this.#advance(0, this.#afterValue());
  }

  #string(next: Expectation): boolean {
    let from = this.#at + 1;
    while (true) {
      stringEnd.lastIndex = from;
      const stop = stringEnd.exec(this.#text);
      this.#at = stop?.index ?? this.#text.length;
      if (stop === null) return false;
      if (stop[0] === '"') return this.#advance(1, next);
      if (stop[0] !== '\\') return false;
      this.#at += 1;
      escapeEnd.lastIndex = this.#at;
      if (!escapeEnd.test(this.#text)) return false;
      from = escapeEnd.lastIndex;
    }
  }

  #close(char: string): boolean {
    const open = this.#open.at(-1);
    if ((char !== '}' || open !== '{') && (char !== ']' || open !== '[')) return false;
    this.#open.pop();
    return this.#punctuation(this.#afterValue());
  }

  #punctuation(next: Expectation): boolean {
    return this.#advance(1, next);
  }

  #advance(length: number, next: Expectation): boolean {
    this.#at += length;
    this.#expects = next;
    return true;
  }

  #afterValue(): Expectation {
    return this.#open.length === 0 ? 'nothing' : 'comma-or-end';
  }
}
