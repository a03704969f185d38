import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rootElementOf } from './root-element.ts';

it.each([
  ['<svg>', 'svg'],
  ['  \n<SVG width="1"/>', 'svg'],
  ['<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg><s:svg>', 'svg'],
  ['<!DOCTYPE svg [<!ENTITY x "]]">]><svg>', 'svg'],
  ['<!-- never closed <svg>', null],
  ['<?xml never closed', null],
  ['<!DOCTYPE svg [ never closed', null],
  ['text <svg>', null],
  ['<', null],
  ['', null],
])('the first element of %j is %s', (text, root) => {
  expect(rootElementOf(text)).toBe(root);
});

it('any text is read without an error', () => {
  const piece = fc.constantFrom('<', '>', '!--', '-->', '?', '!DOCTYPE', '[', ']', 'svg', ' ', '"', ':');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const root = rootElementOf(pieces.join(''));
      expect(root === null || /^[a-z]/.test(root)).toBe(true);
    }),
  );
});
