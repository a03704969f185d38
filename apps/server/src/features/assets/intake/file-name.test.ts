import { FileNameSchema } from '@product-content/contract';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileNameOfUrl, toFileName } from './file-name.ts';

it.each([
  ['mug.jpg', 'mug.jpg'],
  ['  Tasse blau.jpg ', 'Tasse blau.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\photos\\mug.jpg', 'mug.jpg'],
  ['mug\u0000.jpg\r\n', 'mug.jpg'],
  ['gpj.\u202egum.exe', 'gpj.gum.exe'],
  ['..', null],
  ['folder/', null],
  ['', null],
  [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(251)}.jpg`],
])('a file sent as %j is named %j', (given, name) => {
  expect(toFileName(given)).toBe(name);
});

it('every name is one the API accepts', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), (given) => {
      const name = toFileName(given);
      expect(name === null || FileNameSchema.safeParse(name).data === name).toBe(true);
    }),
  );
});

it.each([
  ['https://cdn.example/a/mug%20blue.jpg?w=1', 'mug blue.jpg'],
  ['https://cdn.example/%2e%2e%2fmug.jpg', 'mug.jpg'],
  ['https://cdn.example/%ff.jpg', '%ff.jpg'],
  ['https://cdn.example/', null],
])('a file at %s is named %j', (url, name) => {
  expect(fileNameOfUrl(url)).toBe(name);
});
