/** Longest file name kept, in UTF-16 units. */
const maxLength = 200;

/** Control characters, and those that turn the direction of the text around them. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The file name a client gave as a name and nothing else: no folders of any system, no control characters, not longer
 * than 200 characters with its extension.
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
