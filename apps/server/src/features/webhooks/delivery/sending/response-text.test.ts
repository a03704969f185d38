import { expect, it } from 'vitest';
import { toResponseText } from './response-text.ts';

it.each([
  ['keeps text, line breaks and markup included', Buffer.from('<p>\r\nä €</p>'), '<p>\r\nä €</p>'],
  ['replaces a NUL character, which PostgreSQL cannot store', Buffer.from('a\0b'), 'a\u{FFFD}b'],
  ['replaces bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xc3, 0x28]), 'a\u{FFFD}\u{FFFD}('],
  ['drops a character that is cut off at the end', Buffer.from('a€').subarray(0, 3), 'a'],
  ['gives empty text for no bytes', Buffer.alloc(0), ''],
])('%s', (_, bytes, text) => {
  expect(toResponseText(bytes)).toBe(text);
});
