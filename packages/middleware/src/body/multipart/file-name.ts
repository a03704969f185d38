/** Longest file name kept, in UTF-16 units. */
const maxLength = 200;

/** Control characters, and those that change the direction of surrounding text. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Reduces the file name a client sent to a plain name: without folders of any system or control characters, at most 200
 * characters including the extension.
 *
 * @returns null when nothing is left.
 * @example
 * cleanFileName('C:\\fakepath\\photo.png'); // 'photo.png'
 */
export function cleanFileName(given: string | undefined): string | null {
  const base = (given ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(unprintable, '');
  const name = base.trim().replace(/[. ]+$/, '');
  return name === '' ? null : shorten(name);
}

function shorten(name: string): string {
  if (name.length <= maxLength) return name;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  // A character of two units is not cut in half.
  return name.slice(0, maxLength - extension.length).replace(/\p{Surrogate}$/u, '') + extension;
}
