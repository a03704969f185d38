import type { MappingSource, MappingTransform } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import { readSource, readTransform, writeSource, writeTransform } from './mapping-text.ts';

describe('The mapping of a channel as text', () => {
  it.each<[MappingSource, string]>([
    [{ field: 'prices.EUR' }, 'prices.EUR'],
    [{ attribute: 'color' }, 'attributes.color'],
    [{ value: 'new' }, '= new'],
    [{ value: '5' }, '= "5"'],
    [{ value: 5 }, '= 5'],
    [{ value: true }, '= true'],
    [{ value: ['a', 'b'] }, '= ["a","b"]'],
    [{ value: ' new ' }, '= " new "'],
  ])('writes and reads the source %j as %s', (source, text) => {
    expect(writeSource(source)).toBe(text);
    expect(readSource(text)).toEqual(source);
  });

  it.each<[MappingTransform, string]>([
    ['stripHtml', 'stripHtml'],
    [{ truncate: 150 }, 'truncate 150'],
    [{ prefix: 'New: ' }, 'prefix "New: "'],
    [{ suffix: '!' }, 'suffix !'],
    [{ join: ', ' }, 'join ", "'],
    [{ join: '' }, 'join ""'],
    [{ map: { red: 'rot' } }, 'map {"red":"rot"}'],
  ])('writes and reads the step %j as %s', (transform, text) => {
    expect(writeTransform(transform)).toBe(text);
    expect(readTransform(text)).toEqual(transform);
  });
});
