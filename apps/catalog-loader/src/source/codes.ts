const longest = 100;

/**
 * A code made of a text: `Hoodies & Sweatshirts` becomes `hoodies-sweatshirts`.
 *
 * @returns null when the text has no letter or digit a code can carry.
 */
export function toCode(text: string): string | null {
  const ascii = text
    .replaceAll('ß', 'ss')
    .replace(/[®™©]/g, ' ')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
  const code = ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '');
  return code === '' ? null : code;
}

/**
 * Codes for things that have only a name: two whose names make the same code are told apart by a number, in the
 * order they are asked for, so that the same source always gets the same codes.
 */
export class CodeBook {
  readonly #codes = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * The code of a thing, made at the first call.
   *
   * @param key what tells the thing from others.
   * @param name what the code is made of.
   */
  codeOf(key: string, name: string = key): string {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const stem = toCode(name) ?? 'unnamed';
    let code = stem;
    for (let number = 2; this.#taken.has(code); number++) code = `${stem.slice(0, longest - 5)}-${number}`;
    this.#codes.set(key, code);
    this.#taken.add(code);
    return code;
  }
}

/** A code as people read it: `style_general` becomes `Style general`. */
export function toReadable(code: string): string {
  const words = code.replace(/[_-]+/g, ' ').trim();
  return words === '' ? code : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
