import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stripHtml } from './strip-html.ts';

it.each([
  ['<p>One</p><p>Two &amp; three</p>', 'One\nTwo & three'],
  ['a<br/>b<BR>c', 'a\nb\nc'],
  ['a <b>bold</b>&nbsp;word', 'a bold word'],
  ['5 < 6 and 7 > 2', '5 < 6 and 7 > 2'],
  ['<!-- <p>no</p> -->yes', 'yes'],
  ['<script>alert("<p>")</script>yes<style>p{}</style>', 'yes'],
  ['<SCRIPT>never closed', ''],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['&lt;b&gt; stays', '<b> stays'],
  ['<img alt="x', ''],
  ['', ''],
])('%j reads %j', (html, text) => {
  expect(stripHtml(html)).toBe(text);
});

it('keeps text without markup, except blanks', () => {
  const words = fc.array(fc.stringMatching(/^[a-zäß0-9.,!]{1,8}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, (list) => {
      expect(stripHtml(list.join(' '))).toBe(list.join(' '));
    }),
  );
});

it('reads each character once, whatever hidden elements it contains', () => {
  for (const text of ['<'.repeat(60_000), '<a'.repeat(30_000), '<!--'.repeat(20_000), '<script>'.repeat(10_000)]) {
    expect(stripHtml(text).length).toBeLessThanOrEqual(text.length);
  }
});
