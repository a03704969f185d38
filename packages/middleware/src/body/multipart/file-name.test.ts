import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

describe('the name of an uploaded file', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['Größe 10 ½.pdf', 'Größe 10 ½.pdf'],
    ['/etc/passwd', 'passwd'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\photo.png', 'photo.png'],
    ['a/b\\c.txt', 'c.txt'],
    ['a\0b\r\nc\u007f.txt', 'abc.txt'],
    ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
    [' . hidden. ', '. hidden'],
    ['e\u0301.txt', '\u00e9.txt'],
    [undefined, null],
    ['', null],
    ['..', null],
    ['folder/', null],
    [' ', null],
  ])('%j is %j', (given, expected) => {
    expect(cleanFileName(given)).toBe(expected);
  });

  it('keeps its extension when it is cut', () => {
    const name = cleanFileName(`${'x'.repeat(500)}.jpeg`);
    expect(name).toHaveLength(200);
    expect(name).toMatch(/x\.jpeg$/);
  });

  it('is never a path, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (given) => {
        const name = cleanFileName(given);
        if (name === null) return;
        expect(name).not.toMatch(/[/\\\p{Cc}]|^\.{0,2}$/u);
        expect(name.length).toBeLessThanOrEqual(200);
        expect(name.isWellFormed()).toBe(true);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });
});
