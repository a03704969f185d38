import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeExpected, describeIssue, type SchemaIssue } from './issue-message.ts';

function messageOf(schema: z.ZodType, input: unknown): string {
  const [issue] = schema.safeParse(input).error?.issues ?? [];
  return describeIssue(issue as unknown as SchemaIssue);
}

const today = new Date('2026-01-31T00:00:00.000Z');
const shape = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);

describe('the message of an issue', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'Required.'],
    [z.string().optional().nonoptional(), undefined, 'Required.'],
    [z.string(), 1, 'Must be text.'],
    [z.number(), 'a', 'Must be a number.'],
    [z.number(), Number.NaN, 'Must be a number.'],
    [z.int(), 1.5, 'Must be a whole number.'],
    [z.int32(), 1.5, 'Must be a whole number.'],
    [z.bigint(), 1, 'Must be a whole number.'],
    [z.boolean(), 'yes', 'Must be true or false.'],
    [z.array(z.string()), {}, 'Must be a list.'],
    [z.tuple([z.string()]), {}, 'Must be a list.'],
    [z.object({}), [], 'Must be an object.'],
    [z.record(z.string(), z.string()), [], 'Must be an object.'],
    [z.null(), 1, 'Must be null.'],
    [z.date(), '2026-01-31', 'Must be a date.'],
    [z.file(), 'a', 'Must be a file.'],
    [z.never(), 1, 'Must be left out.'],
    [z.undefined(), 1, 'Must be left out.'],
    [z.symbol(), 1, 'Is not valid.'],
    [z.literal('a'), 'b', 'Must be a.'],
    [z.enum(['draft', 'approved']), 'x', 'Must be one of draft, approved.'],
    [z.stringbool({ truthy: ['yes'], falsy: ['no'] }), 'x', 'Must be one of yes, no.'],
    [z.string().min(1), '', 'Must not be empty.'],
    [z.string().min(2), 'a', 'Must have at least 2 characters.'],
    [z.string().max(1), 'ab', 'Must have at most 1 character.'],
    [z.string().length(3), 'ab', 'Must have exactly 3 characters.'],
    [z.array(z.string()).min(1), [], 'Must have at least 1 item.'],
    [z.map(z.string(), z.string()).min(2), new Map(), 'Must have at least 2 entries.'],
    [z.number().min(1), 0, 'Must be at least 1.'],
    [z.number().max(1), 2, 'Must be at most 1.'],
    [z.number().positive(), 0, 'Must be more than 0.'],
    [z.number().lt(1), 1, 'Must be less than 1.'],
    [z.int(), 2 ** 60, 'Must be at most 9007199254740991.'],
    [z.date().min(today), new Date(0), 'Must be at least 2026-01-31T00:00:00.000Z.'],
    [z.number().multipleOf(5), 7, 'Must be a multiple of 5.'],
    [z.iso.datetime(), 'x', 'Must be an ISO 8601 time in UTC, such as 2026-01-31T09:30:00Z.'],
    [z.iso.date(), 'x', 'Must be a date, such as 2026-01-31.'],
    [z.url(), 'x', 'Must be an absolute URL.'],
    [z.string().startsWith('a'), 'x', 'Must start with "a".'],
    [z.string().endsWith('a'), 'x', 'Must end with "a".'],
    [z.string().includes('a'), 'x', 'Must contain "a".'],
    [z.string().regex(/^a$/), 'x', 'Must match the pattern /^a$/.'],
    [z.email(), 'x', 'Must be a valid email address.'],
    [z.uuid(), 'x', 'Must be a valid UUID.'],
    [z.ipv4(), 'x', 'Must be a valid IPv4 address.'],
    [z.templateLiteral(['a', z.number()]), 'x', 'Does not have the expected form.'],
    [shape, { kind: 'c' }, 'Must be one of a, b.'],
    [z.union([]), 1, 'Is not valid.'],
    [z.xor([z.string(), z.string().max(5)]), 'a', 'Has more than one of the allowed forms.'],
    [z.record(z.string().min(2), z.string()), { a: 'b' }, 'Is not a valid key.'],
    [z.map(z.string(), z.number()), new Map([['a', 'b']]), 'Must be a number.'],
    [z.map(z.object(), z.number()), new Map([[{}, 'b']]), 'Has a value that is not valid.'],
    [z.custom(() => false), 1, 'Is not valid.'],
    [z.string().refine(() => false), 'a', 'Is not valid.'],
  ])('says in plain English what was expected (case %#)', (schema, input, message) => {
    expect(messageOf(schema, input)).toBe(message);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.string({ error: 'Send a name.' }), 1, 'Send a name.'],
    [z.string().regex(/^a/, 'Must start with a.'), 'b', 'Must start with a.'],
    [z.number().refine(() => false, 'Is no prime.'), 4, 'Is no prime.'],
  ])('is the one that the schema itself gives (case %#)', (schema, input, message) => {
    expect(messageOf(schema, input)).toBe(message);
  });

  it('is unchanged when it comes from another language or another library', () => {
    expect(describeIssue({ code: 'invalid_type', message: 'Ungültige Eingabe' })).toBe('Ungültige Eingabe');
    expect(describeIssue({ message: 'Expected a prime' })).toBe('Expected a prime');
  });

  it('can be made from the JSON Schema name of a type', () => {
    expect(['string', 'integer', 'array', 'toString'].map(describeExpected)).toEqual([
      'Must be text.',
      'Must be a whole number.',
      'Must be a list.',
      'Is not valid.',
    ]);
  });
});
