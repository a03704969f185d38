import { describe, expect, it } from 'vitest';
import { targetWorkspace } from '../../testing/target-workspace.ts';
import { imageUrl } from './images.ts';
import { toLabels, toNames, workspaceLocaleOf } from './labels.ts';
import { roundToFour, toNumber } from './numbers.ts';

describe('a foreign locale', () => {
  it.each([
    ['fr_FR', ['fr', 'fr-FR'], 'fr-FR'],
    ['de_DE', ['de-AT', 'de'], 'de'],
    ['en_US', ['en-GB'], 'en-GB'],
    ['ja_JP', ['en'], null],
  ])('%s is found among %j as %s', (foreign, locales, found) => {
    expect(workspaceLocaleOf(foreign, { locales })).toBe(found);
  });
});

describe('texts by locale', () => {
  it('become a label in the default locale and labels in the others', () => {
    expect(toLabels({ de_DE: 'Farbe', en_US: 'Color', ja_JP: '色' }, targetWorkspace)).toEqual({
      label: 'Color',
      labels: { de: 'Farbe' },
    });
  });

  it('replace a missing text in the default locale', () => {
    expect(toNames({ de_DE: 'Tassen' }, targetWorkspace)).toEqual({
      name: 'Tassen',
      translations: { de: { name: 'Tassen' } },
    });
    expect(toNames({}, targetWorkspace)).toEqual({ translations: {} });
  });
});

describe('a number in a cell', () => {
  it.each([
    ['12', 12],
    [' 0.5 ', 0.5],
    ['-3', -3],
    ['1e3', null],
    ['1,5', null],
    ['', null],
    ['12345678901234567890', null],
  ])('"%s" is %s', (text, value) => expect(toNumber(text)).toBe(value));

  it('is rounded to four decimals', () => expect(roundToFour(0.123456)).toBe(0.1235));
});

describe('the address of an image', () => {
  it.each([
    ['https://cdn.example.com/a.jpg', undefined, 'https://cdn.example.com/a.jpg'],
    ['http://cdn.example.com/a.jpg', undefined, null],
    ['/m/h/a b.jpg', undefined, null],
    ['/m/h/a b.jpg', 'https://cdn.example.com/media', 'https://cdn.example.com/media/m/h/a%20b.jpg'],
    ['files/a.jpg', 'https://cdn.example.com/media/', 'https://cdn.example.com/media/files/a.jpg'],
  ])('of %s below %s is %s', (path, base, url) => expect(imageUrl(path, base)).toBe(url));
});
