/**
 * The start of a response's body as text that PostgreSQL can store: bytes that are not UTF-8 and NUL characters become
 * U+FFFD, and a character cut off at the end is dropped.
 */
export function toResponseText(bytes: Uint8Array): string {
  // `stream` keeps the incomplete character for a next chunk, which never comes.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{FFFD}');
}
