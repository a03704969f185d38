import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { decodeXmlName, encodeXmlName } from './xml-names.ts';

it.each([
  ['sku', 'sku'],
  ['de-DE', 'de-DE'],
  ['Größe', 'Größe'],
  ['3d ready', '_x0033_d_x0020_ready'],
  ['item', '_x0069_tem'],
  ['XML', '_x0058_ML'],
  ['_x0041_', '_x005F_x0041_'],
  ['', '_'],
  ['_', '_x005F_'],
])('%j is the element <%s>', (name, element) => {
  expect(encodeXmlName(name)).toBe(element);
  expect(decodeXmlName(element)).toBe(name);
});

it('restores every name from a valid XML element', () => {
  const hostile = fc.string({ unit: fc.constantFrom('_', 'x', '0', '4', '1', ' ', 'µ', ':', '-', '😀', 'é') });
  fc.assert(
    fc.property(fc.oneof(hostile, anyText()), (name) => {
      const element = encodeXmlName(name);
      expect(decodeXmlName(element)).toBe(name);
      const parser = new SaxesParser();
      parser.on('error', (error) => {
        throw error;
      });
      parser.write(`<${element}/>`).close();
    }),
    { numRuns: 2000 },
  );
});
