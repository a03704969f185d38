import { alsoAccepted, deferred, formField } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toJsonSchema } from './to-json-schema.ts';

const input = (schema: z.ZodType) => toJsonSchema(schema, { direction: 'input', text: false, where: 'here' }).root;
const output = (schema: z.ZodType) => toJsonSchema(schema, { direction: 'output', text: false, where: 'here' }).root;
const text = (schema: z.ZodType) => toJsonSchema(schema, { direction: 'input', text: true, where: 'here' }).root;

describe('toJsonSchema', () => {
  it('shows the fields of a form as their parsed types', () => {
    const form = z.strictObject({
      copies: formField(z.int().min(1)).optional(),
      size: formField(z.enum(['a4', 'a5']).default('a4')).optional(),
      tags: formField(z.array(z.string())).optional(),
      labels: formField(z.record(z.string(), z.string())),
    });
    expect(toJsonSchema(form, { direction: 'input', text: 'form', where: 'here' }).root.properties).toEqual({
      copies: { type: 'integer', minimum: 1 },
      size: { type: 'string', enum: ['a4', 'a5'], default: 'a4' },
      tags: { type: 'array', items: { type: 'string' } },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    });
  });

  it('shows every spelling of a field of a form that has several', () => {
    const separator = z.union([z.enum(['point', 'comma']), alsoAccepted(z.enum(['.', ',']))]);
    const place = z.union([z.literal('latest'), z.string().regex(/^evt_/)]);
    const form = z.strictObject({
      separator: formField(separator.transform((text) => text[0])).optional(),
      place: formField(place).optional(),
    });
    expect(toJsonSchema(form, { direction: 'input', text: 'form', where: 'here' }).root.properties).toEqual({
      separator: {
        anyOf: [
          { type: 'string', enum: ['point', 'comma'] },
          { type: 'string', enum: ['.', ','], 'x-also-accepted': true },
        ],
      },
      place: {
        anyOf: [
          { type: 'string', const: 'latest' },
          { type: 'string', pattern: '^evt_' },
        ],
      },
    });
  });

  it('leaves responses open and closes strict requests', () => {
    expect(output(z.object({}))).not.toHaveProperty('additionalProperties');
    expect(input(z.strictObject({}))).toMatchObject({ additionalProperties: false });
  });

  it('shows defaults in requests only', () => {
    const schema = z.object({ mode: z.string().default('merge') });
    expect(input(schema)).toMatchObject({ properties: { mode: { default: 'merge' } } });
    expect(output(schema)).toEqual({ type: 'object', properties: { mode: { type: 'string' } }, required: ['mode'] });
  });

  it('keeps the default of a transforming input when it has the wire format', () => {
    const trimmed = z.string().transform((value) => value.trim());
    expect(input(trimmed.default('x'))).toEqual({ type: 'string', default: 'x' });
    expect(input(z.string().transform(Number).default(5))).toEqual({ type: 'string' });
  });

  it('leaves out a default that is an empty object, whose properties have their own', () => {
    const Options = z.strictObject({ deep: z.boolean().default(false) });
    expect(input(z.strictObject({ options: Options.prefault({}) })).properties).toEqual({
      options: {
        type: 'object',
        properties: { deep: { type: 'boolean', default: false } },
        additionalProperties: false,
      },
    });
  });

  it('keeps a pattern that is stated beside a format, and drops one that repeats it', () => {
    expect(input(z.url().meta({ pattern: '^https://' }))).toEqual({
      type: 'string',
      format: 'uri',
      pattern: '^https://',
    });
    expect(input(z.email())).toEqual({ type: 'string', format: 'email' });
    expect(input(z.iso.datetime({ offset: true }))).toEqual({ type: 'string', format: 'date-time' });
  });

  it('says that an instant in a request must be in UTC', () => {
    expect(input(z.iso.datetime())).toEqual({ type: 'string', format: 'date-time', pattern: 'Z$' });
  });

  it('writes texts with control characters as a pattern', () => {
    const schema = input(z.enum(['|', '\t', '\\n']));
    expect(schema).toEqual({ type: 'string', pattern: String.raw`^(?:\||\u0009|\\n)$` });
    expect(['|', '\t', '\\n', 'n', '\n'].filter((text) => new RegExp(String(schema.pattern), 'u').test(text))).toEqual([
      '|',
      '\t',
      '\\n',
    ]);
  });

  it('expresses nullable by a list of types', () => {
    expect(output(z.iso.datetime().nullable())).toEqual({ type: ['string', 'null'], format: 'date-time' });
    expect(output(z.enum(['a', 'b']).nullable())).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(output(z.literal('a').nullable())).toEqual({ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] });
  });

  it('drops bounds and patterns without effect', () => {
    expect(output(z.int())).toEqual({ type: 'integer' });
    expect(output(z.int32())).toEqual({ type: 'integer', format: 'int32' });
    expect(output(z.int().min(1))).toEqual({ type: 'integer', minimum: 1 });
    expect(output(z.record(z.string(), z.int()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer' },
    });
    expect(output(z.string().regex(/^a$/))).toEqual({ type: 'string', pattern: '^a$' });
  });

  it('does not touch properties named like keywords', () => {
    const schema = output(z.object({ enum: z.int(), anyOf: z.string().nullable(), wire: z.string() }));
    expect(schema).toMatchObject({
      properties: { enum: { type: 'integer' }, anyOf: { type: ['string', 'null'] }, wire: { type: 'string' } },
    });
  });

  it('shows the schema of a deferred item', () => {
    const Item = z.strictObject({ code: z.string() }).meta({ id: 'Item' });
    const { root, definitions } = toJsonSchema(z.array(deferred(Item)), {
      direction: 'input',
      text: false,
      where: 'here',
    });
    expect(root).toEqual({ type: 'array', items: { $ref: '#/$defs/Item' } });
    expect([...definitions.keys()]).toEqual(['Item']);
  });

  it('replaces the shape by the wire schema and keeps the description', () => {
    const schema = z
      .custom<URL>()
      .meta({ wire: { type: 'string', format: 'uri' } })
      .describe('An address.');
    expect(output(z.object({ link: schema }))).toMatchObject({
      properties: { link: { description: 'An address.', type: 'string', format: 'uri' } },
    });
  });

  it('reads parsed text as its parsed type', () => {
    expect(text(z.string().transform(Number).pipe(z.int().max(9)))).toEqual({ type: 'integer', maximum: 9 });
    expect(text(z.stringbool())).toEqual({ type: 'boolean' });
    expect(text(z.string().transform((value) => value.length))).toEqual({ type: 'string' });
  });

  it('requires an id for a recursive schema', () => {
    const Node = z.object({
      get children() {
        return z.array(Node);
      },
    });
    expect(() => output(Node)).toThrow("here: a recursive schema needs a name: add .meta({ id: '…' }).");
    expect(() => output(z.object({ root: Node }))).toThrow('a recursive schema needs a name');
  });
});
