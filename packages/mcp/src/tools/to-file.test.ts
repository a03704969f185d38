import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFile } from './to-file.ts';

describe('a file', () => {
  it.each(['code,name\nA,B\n', 'data: 1', 'data:text/csv,code', 'data:,;base64,AA=='])(
    'is its text: %j',
    async (text) => {
      const file = toFile('file', text);
      expect([file.name, await file.text()]).toEqual(['file', text]);
    },
  );

  it('is its bytes, with their type and name, from a data URL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        const file = toFile('file', `data:image/png;name=a%20b.png;base64,${Buffer.from(bytes).toString('base64')}`);
        expect([file.name, file.type, await file.bytes()]).toEqual(['a b.png', 'image/png', bytes]);
      }),
    );
    expect(toFile('file', 'data:;base64,')).toMatchObject({ name: 'file', type: '', size: 0 });
    expect(toFile('file', 'data:;name=%;base64,')).toMatchObject({ name: '%' });
  });

  it.each([7, 'data:;base64,no base64', 'data:;base64,QQ==QQ=='])('is neither: %j', (value) => {
    expect(() => toFile('file', value)).toThrow(
      expect.objectContaining({ details: { fieldErrors: { file: expect.any(String) } } }),
    );
  });
});
