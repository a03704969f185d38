import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSchemaRegistry } from './schema-registry.ts';

const place = (direction: 'input' | 'output') => ({ direction, text: false, where: 'here' });

/** Components of a document with one schema on each side. */
function componentsOf(input: z.ZodType, output: z.ZodType) {
  const registry = createSchemaRegistry();
  const value = [registry.add(input, place('input')), registry.add(output, place('output'))];
  return registry.finish(value);
}

describe('createSchemaRegistry', () => {
  it('refers to a named schema by one name when both sides read the same', () => {
    const Tag = z.object({ name: z.string() }).meta({ id: 'Tag' });
    const { value, schemas } = componentsOf(Tag, z.array(Tag));
    expect(value).toEqual([
      { $ref: '#/components/schemas/Tag' },
      { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
    ]);
    expect(Object.keys(schemas)).toEqual(['Tag']);
  });

  it('splits a schema whose parts differ, however deep', () => {
    const Leaf = z.object({ size: z.int().default(1) }).meta({ id: 'Leaf' });
    const Branch = z.object({ leaf: Leaf }).meta({ id: 'Branch' });
    const Tree = z.object({ branches: z.array(Branch) }).meta({ id: 'Tree' });
    const { schemas } = componentsOf(Tree, Tree);
    expect(Object.keys(schemas)).toEqual(['Branch', 'BranchInput', 'Leaf', 'LeafInput', 'Tree', 'TreeInput']);
    expect(schemas.TreeInput).toMatchObject({
      properties: { branches: { items: { $ref: '#/components/schemas/BranchInput' } } },
    });
  });

  it('chooses another name when that of the request side is taken', () => {
    const Parcel = z.object({ size: z.int().default(1) }).meta({ id: 'Parcel' });
    const ParcelInput = z.object({ parcel: Parcel }).meta({ id: 'ParcelInput' });
    const { schemas } = componentsOf(ParcelInput, Parcel);
    expect(Object.keys(schemas)).toEqual(['Parcel', 'ParcelInput', 'ParcelRequest']);
    expect(schemas.ParcelInput).toMatchObject({
      properties: { parcel: { $ref: '#/components/schemas/ParcelRequest' } },
    });
  });

  it('leaves out what the document does not reach', () => {
    const registry = createSchemaRegistry();
    registry.add(z.object({}).meta({ id: 'Unused' }), place('output'));
    expect(registry.finish({}).schemas).toEqual({});
  });

  it('writes component names OpenAPI admits', () => {
    const { value, schemas } = componentsOf(z.string(), z.object({}).meta({ id: 'Page of/Todos~' }));
    expect(Object.keys(schemas)).toEqual(['Page_of_Todos_']);
    expect(value[1]).toEqual({ $ref: '#/components/schemas/Page_of_Todos_' });
  });

  it('throws when two different schemas have one id', () => {
    const registry = createSchemaRegistry();
    registry.add(z.object({ a: z.string() }).meta({ id: 'Twice' }), place('output'));
    expect(() => registry.add(z.object({ b: z.string() }).meta({ id: 'Twice' }), place('output'))).toThrow(
      'here: two different schemas have the id "Twice".',
    );
  });
});
