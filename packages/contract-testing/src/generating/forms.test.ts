import { filePart } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { admits, changed, formSchemaOf, sampleForms } from './forms.ts';

const schema = formSchemaOf(
  z.strictObject({
    picture: filePart({ mediaTypes: ['image/*'] }),
    notes: filePart().optional(),
    kind: z.enum(['a', 'b']),
    code: z.string().regex(/^[a-z]{2}-\d{1,3}$/),
    count: z.coerce.number().int().min(1),
    title: z.string().optional(),
  }),
  'test',
);

describe('a form generated from a schema', () => {
  const [form = new FormData()] = sampleForms(schema, 'x');

  it('has the required fields and files of the declared types, and is valid', () => {
    expect([...form.keys()].sort()).toEqual(['code', 'count', 'kind', 'picture']);
    expect(form.get('picture')).toMatchObject({ name: 'sample.png', type: 'image/png' });
    expect(admits(schema, form)).toBe(true);
  });

  it('has a file of each common type in turn when any is accepted', () => {
    const any = formSchemaOf(z.strictObject({ file: filePart().optional() }), 'test');
    const types = sampleForms(any, 'x').map((each) => (each.get('file') as File).type);
    expect(types[0]).toBe('text/plain');
    expect(types).toContain('image/png');
    expect(new Set(types).size).toBe(types.length);
  });

  it('has a file of an unknown type', () => {
    const other = formSchemaOf(z.strictObject({ file: filePart({ mediaTypes: ['model/stl'] }) }), 'test');
    expect(sampleForms(other, 'x').map((each) => (each.get('file') as File).type)).toEqual(['model/stl']);
  });

  it('has different files for a different tag, and the same for the same tag', async () => {
    const pictureOf = async (tag: string) => {
      const [made = new FormData()] = sampleForms(schema, tag);
      return (made.get('picture') as File).bytes();
    };
    expect(await pictureOf('x')).toEqual(await pictureOf('x'));
    expect(await pictureOf('y')).not.toEqual(await pictureOf('x'));
  });

  it('is refused after a change, which does not modify the original', () => {
    expect(
      admits(
        schema,
        changed(form, (copy) => copy.delete('picture')),
      ),
    ).toBe(false);
    expect(
      admits(
        schema,
        changed(form, (copy) => copy.set('picture', 'text')),
      ),
    ).toBe(false);
    expect(
      admits(
        schema,
        changed(form, (copy) => copy.set('kind', 'c')),
      ),
    ).toBe(false);
    expect(admits(schema, form)).toBe(true);
  });
});
