import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { filePart } from './file-part.ts';
import { formField, formListsOf } from './form-field.ts';

const FormSchema = z.strictObject({
  file: filePart().optional(),
  copies: formField(z.int().min(1)).optional(),
  glossy: formField(z.boolean().default(false)).optional(),
  size: formField(z.enum(['a4', 'a5'])).optional(),
  labels: formField(z.record(z.string(), z.string()).meta({ id: 'Labels' })).optional(),
  tags: formField(z.array(z.string()).max(2)).optional(),
  pages: formField(z.object({ from: z.int() }), { read: (text) => ({ from: Number(text) }) }).optional(),
});

describe('a field of a form', () => {
  it('is read as the type of its schema', () => {
    expect(
      FormSchema.parse({ copies: '2', glossy: 'true', size: 'a5', labels: '{"de":"Plakat"}', pages: '7' }),
    ).toEqual({ copies: 2, glossy: true, size: 'a5', labels: { de: 'Plakat' }, pages: { from: 7 } });
  });

  it("may be a boolean in Python's spelling", () => {
    expect([FormSchema.parse({ glossy: 'True' }), FormSchema.parse({ glossy: 'False' })]).toEqual([
      { glossy: true },
      { glossy: false },
    ]);
  });

  it('has the type of its schema for clients', () => {
    expectTypeOf<z.input<typeof FormSchema>['copies']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<z.input<typeof FormSchema>['size']>().toEqualTypeOf<'a4' | 'a5' | undefined>();
  });

  it.each([['a,b'], ['["a","b"]'], [['a', 'b']]])('is a list as %j', (tags) => {
    expect(FormSchema.parse({ tags })).toEqual({ tags: ['a', 'b'] });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ copies: 'two' }, 'copies', 'invalid_type'],
    [{ copies: '0' }, 'copies', 'too_small'],
    [{ glossy: 'yes' }, 'glossy', 'invalid_type'],
    [{ size: 'a6' }, 'size', 'invalid_value'],
    [{ labels: '{' }, 'labels', 'custom'],
    [{ labels: '{"de":1}' }, 'labels.de', 'invalid_type'],
    [{ tags: '["a"' }, 'tags', 'custom'],
    [{ tags: ['a', 'b', 'c'] }, 'tags', 'too_big'],
  ])('that is wrong is named: %j at %s', (form, path, code) => {
    const issues = FormSchema.safeParse(form).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.code])).toEqual([[path, code]]);
  });

  it('may be sent more than once if it is a list', () => {
    expect(formListsOf(FormSchema)).toEqual(['tags']);
  });
});
