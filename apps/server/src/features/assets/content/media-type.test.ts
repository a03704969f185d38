import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeImage } from '#testing/assets/image-files.ts';
import { assetTypeOf, detectMediaType, isPage, mediaTypeOfUrl } from './media-type.ts';

const typeOf = async (content: string | Uint8Array, fileName = 'file') =>
  (await detectMediaType(typeof content === 'string' ? Buffer.from(content) : content, fileName)).mimeType;

describe('the type of a file', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
    'is read from the content of a %s',
    async (format) => {
      expect(await typeOf(await makeImage(format), 'photo.exe')).toBe(`image/${format}`);
    },
  );

  it.each<[string, string | Uint8Array, string]>([
    ['a PDF', '%PDF-1.7\n%âãÏÓ', 'application/pdf'],
    ['an archive', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
    ['an MP4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 'video/mp4'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="4"/>', 'image/svg+xml'],
    [
      'an SVG with a preamble',
      '\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>',
      'image/svg+xml',
    ],
    ['an SVG with a prefix', '<?xml version="1.0"?><svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['an SVG in UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le'), 'image/svg+xml'],
    ['other XML', '<?xml version="1.0"?><products/>', 'application/xml'],
    ['a page', '\n<!DOCTYPE html><html><script>alert(1)</script></html>', 'text/html'],
    ['a page that begins with its script', '<ScRiPt>alert(1)</script>', 'text/html'],
    ['a page behind a comment', '<!-- x --><body onload=alert(1)>', 'text/html'],
    ['a page as XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml'],
    ['text', 'All our mugs, 2026', 'text/plain'],
    ['text in another encoding', Buffer.from('Caf\xe9', 'latin1'), 'text/plain'],
    ['bytes', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 'application/octet-stream'],
  ])('of %s is told', async (_, content, mimeType) => {
    expect(await typeOf(content, 'photo.png')).toBe(mimeType);
  });

  it.each([
    ['prices.csv', 'text/csv'],
    ['prices.json', 'application/json'],
    ['README.md', 'text/markdown'],
    ['page.html', 'text/plain'],
    ['script.js', 'text/plain'],
    ['photo.jpg', 'text/plain'],
  ])('of text named %s is %s', async (fileName, mimeType) => {
    expect(await typeOf('a;b\n1;2', fileName)).toBe(mimeType);
  });

  it('of a picture with a page appended is that of the picture', async () => {
    const polyglot = Buffer.concat([await makeImage('gif'), Buffer.from('<html><script>alert(1)</script></html>')]);
    expect(await typeOf(polyglot, 'page.html')).toBe('image/gif');
  });

  it('is found for any bytes and any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.string(), async (bytes, fileName) => {
        const { mimeType, extension } = await detectMediaType(bytes, fileName);
        expect(mimeType).toMatch(/^[a-z]+\/[\w.+-]+$/);
        expect(extension).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });
});

it.each([
  ['image/svg+xml', 'image'],
  ['video/quicktime', 'video'],
  ['application/pdf', 'document'],
  ['audio/mpeg', 'document'],
  [null, 'document'],
])('%s is a kind of asset: %s', (mimeType, type) => {
  expect(assetTypeOf(mimeType)).toBe(type);
});

it.each([
  ['https://cdn.example/mug.jpg?w=100', 'image/jpeg'],
  ['https://cdn.example/mug.MP4', 'video/mp4'],
  ['https://cdn.example/mug', undefined],
  ['https://cdn.example/.jpg/', undefined],
])('the address %s says %s', (url, mimeType) => {
  expect(mediaTypeOfUrl(url)?.mimeType).toBe(mimeType);
});

it('pages are distinguished from other files', () => {
  expect(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/plain'].map(isPage)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
