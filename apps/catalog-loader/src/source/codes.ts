const longest = 100;

/**
 * Derives a code from a text: `Hoodies & Sweatshirts` becomes `hoodies-sweatshirts`.
 *
 * @returns null when the text has no letter or digit that is valid in a code.
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
 * Codes for things that only have names: if two names give the same code, a number distinguishes them, in the order of
 * the calls, so that the same source always gets the same codes.
 */
export class CodeBook {
  readonly #codes = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * The code of a thing, created by the first call.
   *
   * @param key identifies the thing.
   * @param name the code is derived from it.
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

/** A readable form of a code: `style_general` becomes `Style general`. */
export function toReadable(code: string): string {
  const words = code.replace(/[_-]+/g, ' ').trim();
  return words === '' ? code : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
