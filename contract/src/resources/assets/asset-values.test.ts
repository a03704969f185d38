import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNameSchema, FolderSchema } from './asset-values.ts';

describe('a folder', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['a/b', '/a/b'],
    ['/a//b/', '/a/b'],
    [' summer / 2026 ', '/summer/2026'],
    ['', '/'],
    ['/', '/'],
  ])('%j is %s', (text, folder) => {
    expect(FolderSchema.parse(text)).toBe(folder);
  });

  it.each([
    '/a/../b',
    '..',
    '/./a',
    '/a\\b',
    '/a\u0000b',
    '/a\u202eb',
    `/${'a'.repeat(101)}`,
    '/a'.repeat(21),
    'a'.repeat(501),
  ])('%j is invalid', (text) => {
    expect(FolderSchema.safeParse(text).success).toBe(false);
  });

  it('is the same however often it is read', () => {
    const piece = fc.constantFrom('a', 'b c', '/', '//', ' ', '.', 'ü');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { data } = FolderSchema.safeParse(pieces.join(''));
        if (data !== undefined) expect(FolderSchema.parse(data)).toBe(data);
      }),
    );
  });
});

it.each(['mug.jpg', 'Tasse (blau).jpg', '.htaccess', 'münze 💰.png'])('%j is the name of a file', (name) => {
  expect(FileNameSchema.parse(name)).toBe(name);
});

it.each(['', ' ', '.', '..', 'a/b', 'a\\b', 'a\nb', `${'a'.repeat(256)}`])('%j is invalid', (name) => {
  expect(FileNameSchema.safeParse(name).success).toBe(false);
});
