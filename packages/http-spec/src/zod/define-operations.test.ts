import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { ApiError } from '../errors/api-error.ts';
import { standardErrors } from '../errors/error-table.ts';
import { policyErrors } from '../policy/route-policy.ts';
import { defineOperations, operation, standardVocabulary } from './define-operations.ts';

const {
  operation: rental,
  apiError,
  vocabulary,
} = defineOperations({
  scopes: { 'rentals:read': 'Read rentals.', 'rentals:write': 'Rent and return.' },
  limits: { burst: { limit: 10, windowMs: 1000 }, daily: { limit: 1000, windowMs: 86_400_000 } },
  authSchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  },
  errors: {
    payment_required: {
      status: 402,
      meaning: 'The deposit was not paid.',
      retry: 'never',
      stored: true,
      details: z.object({ deposit: z.number() }),
    },
    bike_is_out: { status: 409, meaning: 'Somebody else has the bike.', retry: 'never', stored: true },
    conflict: { meaning: 'The bike changed meanwhile.' },
  },
});

const rent = {
  id: 'rentals.create',
  method: 'POST',
  path: '/rentals',
  summary: 'Rent a bike',
  responses: { 204: z.void() },
} as const;

describe('the words of an API', () => {
  it('are the standard error codes, some reworded, and its own codes', () => {
    expect(vocabulary.errors.payment_required.status).toBe(402);
    expect(vocabulary.errors.conflict).toEqual({ ...standardErrors.conflict, meaning: 'The bike changed meanwhile.' });
    expect(vocabulary.errors.not_found).toBe(standardErrors.not_found);
    expectTypeOf(vocabulary.errors.payment_required.status).toEqualTypeOf<402>();
    expectTypeOf(vocabulary.errors.conflict.status).toEqualTypeOf<409>();
  });

  it('gives each limit its name', () => {
    expect(vocabulary.limits.daily).toEqual({ name: 'daily', limit: 1000, windowMs: 86_400_000 });
  });

  it('leaves limits and scopes open when the API defines none', () => {
    expect(standardVocabulary.limits).toBeUndefined();
    expect(operation({ ...rent, scopes: ['anything'], limit: 'any' }).metadata).toMatchObject({
      auth: ['apiKey'],
      scopes: ['anything'],
      limits: ['any'],
    });
  });

  it.each<[string, () => unknown, string]>([
    [
      'a property there is not',
      // @ts-expect-error scope is not scopes
      () => defineOperations({ scope: { a: 'A' } }),
      'defineOperations() does not know the property "scope".',
    ],
    [
      'no way to authenticate',
      () => defineOperations({ authSchemes: {} }),
      'authSchemes must have at least one scheme',
    ],
    [
      'a scheme named none',
      () => defineOperations({ authSchemes: { none: { type: 'mutualTLS' } } }),
      '"none" is what operations say',
    ],
    ['no limit', () => defineOperations({ limits: {} }), 'limits must have at least one rate limit.'],
    [
      'a status that is not an error',
      () => defineOperations({ errors: { teapot: { status: 200, meaning: 'Tea.', retry: 'never', stored: false } } }),
      'errors.teapot: the status of an error must be 400 to 599.',
    ],
    [
      'another status for a standard code',
      // @ts-expect-error the status of a standard code is the library's
      () => defineOperations({ errors: { conflict: { status: 400, meaning: 'No.' } } }),
      'errors.conflict: the status and retry of a standard code cannot be changed.',
    ],
    [
      'a code of its own without a status',
      // @ts-expect-error a code of its own is stated in full
      () => defineOperations({ errors: { teapot: { meaning: 'Tea.' } } }),
      'errors.teapot: the status of an error must be 400 to 599.',
    ],
  ])('cannot have %s', (_, define, message) => {
    expect(define).toThrow(TypeError);
    expect(define).toThrow(message);
  });
});

describe('an operation', () => {
  it('has the first scheme and the first limit of its API unless it names others', () => {
    expect(rental(rent).metadata).toMatchObject({ auth: ['session'], limits: ['burst'] });
    const other = rental({ ...rent, auth: ['session', 'jwt'], limit: ['burst', 'daily'] });
    expect(other.metadata).toMatchObject({ auth: ['session', 'jwt'], limits: ['burst', 'daily'] });
    expectTypeOf(other.metadata.auth).toEqualTypeOf<readonly ['session', 'jwt']>();
    expectTypeOf(rental({ ...rent, auth: 'jwt' }).metadata.auth).toEqualTypeOf<readonly ['jwt']>();
    expectTypeOf(rental({ ...rent, auth: 'none' }).metadata.auth).toEqualTypeOf<readonly []>();
    expectTypeOf(rental(rent).metadata.auth).toEqualTypeOf<readonly ['session' | 'jwt']>();
  });

  it('declares the status of a code of its API', () => {
    const route = rental({ ...rent, errors: ['payment_required', 'bike_is_out'] });
    expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['402', '409']));
    expect(route.metadata.errors).toEqual(expect.arrayContaining(['payment_required', 'bike_is_out']));
    expectTypeOf<402 | 409>().toExtend<keyof (typeof route)['responses']>();
    expectTypeOf<404>().not.toExtend<keyof (typeof route)['responses']>();
  });

  it.each<[string, () => unknown, string]>([
    [
      'a property there is not',
      // @ts-expect-error scope is not scopes
      () => rental({ ...rent, scope: ['rentals:write'] }),
      'operation() has no property "scope".',
    ],
    [
      'a property there is not, spread into it',
      () => {
        const open = { scope: ['rentals:write'] } as const;
        // @ts-expect-error spread or not, scope is not scopes
        return rental({ ...rent, ...open });
      },
      'operation() has no property "scope".',
    ],
    [
      'what ts-rest alone knows',
      // @ts-expect-error every operation is strict about its statuses
      () => rental({ ...rent, strictStatusCodes: true }),
      'operation() has no property "strictStatusCodes".',
    ],
    [
      'a scope there is not',
      // @ts-expect-error rentals:reed is misspelt
      () => rental({ ...rent, scopes: ['rentals:reed'] }),
      'there is no scope "rentals:reed".',
    ],
    [
      'an alternative scope there is not',
      // @ts-expect-error there is no admin
      () => rental({ ...rent, anyScopes: ['rentals:read', 'admin'] }),
      'there is no scope "admin".',
    ],
    [
      'a limit there is not',
      // @ts-expect-error there is no weekly limit
      () => rental({ ...rent, limit: ['burst', 'weekly'] }),
      'there is no rate limit "weekly".',
    ],
    ['a limit twice', () => rental({ ...rent, limit: ['burst', 'burst'] }), 'the rate limit "burst" is named twice.'],
    [
      'a required header field as a tool',
      () =>
        rental({
          ...rent,
          headers: { 'x-size': z.string().optional(), 'X-Source': z.string() },
          tools: [{ name: 'rent' }],
        }),
      'the header X-Source is required, and a tool sends no headers.',
    ],
    [
      'a code there is not',
      // @ts-expect-error there is no such code
      () => rental({ ...rent, errors: ['bike_is_blue'] }),
      'there is no error code "bike_is_blue".',
    ],
    [
      'a scheme there is not',
      // @ts-expect-error this API has no API keys
      () => rental({ ...rent, auth: 'apiKey' }),
      'there is no auth scheme "apiKey".',
    ],
    [
      'several ways to authenticate of which none is one',
      // @ts-expect-error none is not one of several
      () => rental({ ...rent, auth: ['none', 'jwt'] }),
      'there is no auth scheme "none".',
    ],
    [
      'an error among its responses',
      () => rental({ ...rent, responses: { 402: z.string() } }),
      'responses are successes: name the codes of 402 in errors.',
    ],
    [
      'an Idempotency-Key of nobody',
      () => rental({ ...rent, auth: 'none', idempotency: 'accepted' }),
      'an Idempotency-Key needs a caller: auth is "none".',
    ],
    [
      'an Idempotency-Key of a read',
      () => rental({ ...rent, method: 'GET', idempotency: 'accepted' }),
      'an Idempotency-Key is for changes, not GET.',
    ],
    [
      'a header field the library reads',
      () => rental({ ...rent, headers: { 'If-Match': z.string() } }),
      'the header If-Match is read by the library: policies say what it does.',
    ],
  ])('cannot have %s', (_, define, message) => {
    expect(define).toThrow(TypeError);
    expect(define).toThrow(new RegExp(`^rentals\\.create \\(\\w+ /rentals\\): ${RegExp.escape(message)}`));
  });

  it('accepts an Idempotency-Key for every method that changes something', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { metadata } = rental({ ...rent, method, idempotency: 'accepted' });
      expect(metadata.errors).toEqual(expect.arrayContaining(['idempotency_in_progress', 'idempotency_key_reused']));
    }
  });

  it('validates its header fields, so that they can be wrong', () => {
    const route = rental({ ...rent, headers: { 'x-source': z.string().max(10).optional() } });
    expect(route.metadata.errors).toContain('validation_failed');
    expectTypeOf(route.headers['x-source']).toEqualTypeOf<z.ZodOptional<z.ZodString>>();
    // @ts-expect-error a field is text
    expect(rental({ ...rent, headers: { 'x-size': z.number() } })).toBeDefined();
  });

  it('with a required entity tag fails with 428 without If-Match', () => {
    const one = { ...rent, method: 'PUT', path: '/rentals/:id', resource: 'rental', entityTag: 'required' } as const;
    const route = rental(one);
    expect(route.metadata).toMatchObject({ entityTag: 'write', ifMatch: 'required' });
    expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['412', '428']));
    expectTypeOf<428>().toExtend<keyof (typeof route)['responses']>();
    expectTypeOf(route.metadata.entityTag).toEqualTypeOf<'write'>();
  });

  it.each<[string, { readonly metadata: { readonly errors: readonly string[] } }]>([
    ['that states nothing', rental(rent)],
    ['that anyone may call', rental({ ...rent, auth: 'none' })],
    ['with scopes', rental({ ...rent, scopes: ['rentals:write'] })],
    ['with input', rental({ ...rent, body: z.object({}), query: z.object({}) })],
  ])('%s declares a response for each of its codes and for no other', (_, route) => {
    const statuses = Object.keys((route as unknown as { responses: object }).responses).map(Number);
    const codes = route.metadata.errors as readonly (keyof typeof vocabulary.errors)[];
    expect(new Set(statuses.filter((status) => status >= 400))).toEqual(
      new Set(codes.map((code) => vocabulary.errors[code].status)),
    );
  });

  it('has the same codes in its types as at run time', () => {
    const route = rental({
      ...rent,
      method: 'PUT',
      path: '/rentals/:id',
      scopes: ['rentals:write'],
      resource: 'rental',
      entityTag: 'required',
      idempotency: 'accepted',
      body: z.object({}),
    });
    expectTypeOf(route.metadata.errors).toEqualTypeOf<
      readonly (
        | 'bad_request'
        | 'unauthorized'
        | 'forbidden'
        | 'not_found'
        | 'precondition_failed'
        | 'precondition_required'
        | 'payload_too_large'
        | 'validation_failed'
        | 'idempotency_in_progress'
        | 'idempotency_key_reused'
        | 'rate_limited'
        | 'internal_error'
      )[]
    >();
    expect(route.metadata.errors).toEqual(policyErrors({ ...route.metadata, hasInput: true }));
    expect(route.metadata.errors).toHaveLength(12);
  });
});

describe('an error of the API', () => {
  it('carries the details of its code', () => {
    const error = apiError('payment_required', 'Pay first.', { details: { deposit: 50 } });
    expect(error).toMatchObject({ code: 'payment_required', message: 'Pay first.', details: { deposit: 50 } });
    expectTypeOf(error).toEqualTypeOf<ApiError<'payment_required'>>();
    expect(apiError('bike_is_out', 'Too late.').details).toBeUndefined();
  });

  it('does not compile without them, nor with an unknown code', () => {
    // @ts-expect-error the details are missing
    expect(apiError('payment_required', 'Pay first.').code).toBe('payment_required');
    // @ts-expect-error the deposit is a number
    expect(apiError('payment_required', 'Pay.', { details: { deposit: '50' } }).code).toBe('payment_required');
    // @ts-expect-error there is no such code
    expect(apiError('payment_requierd', 'Pay first.').code).toBe('payment_requierd');
  });
});

describe('an API in which every operation is a tool or says why not', () => {
  const { operation } = defineOperations({ tools: 'stated' });
  const note = { id: 'notes.list', method: 'GET', path: '/notes', summary: 'List notes', responses: {} } as const;

  it('refuses an operation that says nothing, by type and at run time', () => {
    // @ts-expect-error tools are missing
    expect(() => operation(note)).toThrow('notes.list (GET /notes): tools are missing');
  });

  it('keeps the tools of an operation, or why it has none', () => {
    expect(operation({ ...note, tools: [{ name: 'list_notes' }] }).metadata).toMatchObject({
      tools: [{ name: 'list_notes' }],
    });
    const { metadata } = operation({ ...note, tools: { none: 'Nobody asks for them.' } });
    expect(metadata).toMatchObject({ withoutTool: 'Nobody asks for them.' });
    expect(metadata).not.toHaveProperty('tools');
  });
});
