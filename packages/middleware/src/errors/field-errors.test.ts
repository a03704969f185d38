import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors } from './field-errors.ts';
import type { SchemaIssue } from './issue-message.ts';

function fieldsOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  return toFieldErrors(error?.issues as unknown as SchemaIssue[]);
}

describe('field errors', () => {
  it('have dotted paths, as the client wrote them', () => {
    const schema = z.object({
      images: z.array(z.object({ url: z.url() })),
      prices: z.record(z.string(), z.number().min(0)),
    });
    expect(fieldsOf(schema, { images: [{ url: 'https://a.b' }, { url: 'x' }], prices: { EUR: -1 } })).toEqual({
      'images.1.url': 'Must be an absolute URL.',
      'prices.EUR': 'Must be at least 0.',
    });
  });

  it('name the whole body _root', () => {
    expect(fieldsOf(z.object({}), [])).toEqual({ _root: 'Must be an object.' });
    expect(fieldsOf(z.object({}), undefined)).toEqual({ _root: 'Required.' });
  });

  it('name each unknown key at its own path', () => {
    const schema = z.strictObject({ seo: z.strictObject({ title: z.string() }) });
    expect(fieldsOf(schema, { seo: { title: 'x', slgu: 1, 'a.b': 2 }, nmae: 1 })).toEqual({
      'seo.slgu': 'Unknown field.',
      'seo.a.b': 'Unknown field.',
      nmae: 'Unknown field.',
    });
  });

  it('name a parameter that is read as a list by its name', () => {
    const list = z.string().transform((text) => text.split(','));
    const schema = z.strictObject({ status: list.pipe(z.array(z.enum(['draft', 'approved']))) });
    const { error } = schema.safeParse({ status: 'draft,aproved' });
    expect(Object.keys(toFieldErrors(error?.issues as unknown as SchemaIssue[], { noun: 'parameter' }))).toEqual([
      'status',
    ]);
  });

  it('say what may be sent', () => {
    const schema = z.object({
      status: z.enum(['draft', 'approved']),
      since: z.iso.datetime(),
      items: z.array(z.string()).min(1),
    });
    expect(fieldsOf(schema, { status: 'drafft', since: 'yesterday', items: [] })).toEqual({
      status: 'Must be one of draft, approved.',
      since: 'Must be an ISO 8601 time in UTC, such as 2026-01-31T09:30:00Z.',
      items: 'Must have at least 1 item.',
    });
  });

  it('say that a missing field is required', () => {
    expect(fieldsOf(z.object({ name: z.string() }), {})).toEqual({ name: 'Required.' });
  });

  it('keep the custom messages of a schema', () => {
    expect(fieldsOf(z.object({ name: z.string().regex(/^a/, 'Must start with "a".') }), { name: 'b' })).toEqual({
      name: 'Must start with "a".',
    });
  });

  it('keep one message per field, the first', () => {
    const schema = z.object({ a: z.string().min(3, 'short').regex(/^x/, 'no x') });
    expect(fieldsOf(schema, { a: 'b' })).toEqual({ a: 'short' });
  });

  it('name the key of a record that is refused', () => {
    const schema = z.object({
      translations: z.record(z.string().regex(/^[a-z]{2}$/, 'Must be a locale.'), z.string()),
    });
    expect(fieldsOf(schema, { translations: { GERMAN: 'x' } })).toEqual({ 'translations.GERMAN': 'Must be a locale.' });
  });

  it('use the wording of the application for the issues that it describes', () => {
    const schema = z.object({ packs: z.number().multipleOf(6), name: z.string() });
    const { error } = schema.safeParse({ packs: 7, name: 1 });
    const describe = ({ code, divisor }: SchemaIssue) =>
      code === 'not_multiple_of' ? `Order in packs of ${divisor}.` : undefined;
    expect(toFieldErrors(error?.issues as unknown as SchemaIssue[], { describe })).toEqual({
      packs: 'Order in packs of 6.',
      name: 'Must be text.',
    });
  });

  it('survive a field named __proto__', () => {
    const fields = toFieldErrors([{ message: 'no', path: ['__proto__'] }]);
    expect(Object.keys(fields)).toEqual(['__proto__']);
  });
});

describe('field errors of unions', () => {
  const price = z.union([z.number(), z.strictObject({ amount: z.number(), cost: z.number().optional() })]);

  it('come from the branch that accepts the type', () => {
    expect(fieldsOf(z.object({ prices: z.record(z.string(), price) }), { prices: { EUR: { amount: 'x' } } })).toEqual({
      'prices.EUR.amount': 'Must be a number.',
    });
  });

  it('name every type when no branch accepts the one sent', () => {
    expect(fieldsOf(z.object({ price }), { price: 'x' })).toEqual({
      price: 'Must be a number or an object.',
    });
  });

  it('name the discriminator when its value is unknown', () => {
    const schema = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), n: z.number() }),
      z.object({ type: z.literal('b'), s: z.string() }),
    ]);
    expect(Object.keys(fieldsOf(z.object({ source: schema }), { source: { type: 'c' } }))).toEqual(['source.type']);
    expect(fieldsOf(z.object({ source: schema }), { source: { type: 'b', s: 1 } })).toEqual({
      'source.s': 'Must be text.',
    });
  });

  it('come from the branch with the right literal in a plain union', () => {
    const schema = z.union([
      z.strictObject({ kind: z.literal('field'), field: z.string() }),
      z.strictObject({ kind: z.literal('value'), value: z.string() }),
    ]);
    expect(fieldsOf(schema, { kind: 'value', value: 1 })).toEqual({ value: 'Must be text.' });
  });

  it('come from the branch the keys were meant for', () => {
    const schema = z.union([z.strictObject({ field: z.string() }), z.strictObject({ attribute: z.string() })]);
    expect(fieldsOf(schema, { attribute: 1 })).toEqual({ attribute: 'Must be text.' });
  });

  it('come from the branch whose keys are there, however many of its values are wrong', () => {
    const schema = z.union([
      z.strictObject({ field: z.string() }),
      z.strictObject({ amount: z.number(), cost: z.number(), tax: z.number() }),
    ]);
    const fields = fieldsOf(schema, { amount: 'a', cost: 'b', tax: 'c' });
    expect(Object.keys(fields)).toEqual(['amount', 'cost', 'tax']);
  });

  it('come from the branch whose literal is there, however many of its values are wrong', () => {
    const schema = z.union([
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), x: z.number(), y: z.number() }),
    ]);
    expect(Object.keys(fieldsOf(schema, { kind: 'b', x: '1', y: '2' }))).toEqual(['x', 'y']);
  });

  it('go through nested unions', () => {
    const schema = z.object({ a: z.union([z.null(), z.array(price)]) });
    expect(fieldsOf(schema, { a: [1, { amount: 1, cots: 2 }] })).toEqual({ 'a.1.cots': 'Unknown field.' });
  });
});
