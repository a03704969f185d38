import { dataOf, defineOperations, operation, problemDetails } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from './create-open-api-document.ts';
import type { Operation, Response } from './document.ts';
import { createErrorReference } from './reference/error-reference.ts';
import { createOperationReference } from './reference/operation-reference.ts';
import { findDocumentProblems } from './testing/find-document-problems.ts';

const c = initContract();
const options = {
  info: { title: 'Rentals', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: 'https://rentals.example' }],
  tags: { rentals: { description: 'Bikes that are out.' } },
};
const words = {
  scopes: { 'rentals:read': 'Read rentals.', 'rentals:write': 'Rent and return.' },
  limits: { burst: { limit: 10, windowMs: 1000 }, daily: { limit: 1000, windowMs: 86_400_000 } },
  authSchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  },
} as const;
const payment = {
  payment_required: {
    status: 402,
    meaning: 'The deposit was not paid.',
    retry: 'never',
    stored: true,
    details: z.object({ deposit: z.number() }).meta({ examples: [{ deposit: 50 }] }),
  },
  plan_expired: { status: 402, meaning: 'The plan has ended.', retry: 'never', stored: true },
} as const;

const { operation: rental } = defineOperations({ ...words, errors: payment });
const contract = c.router({
  create: rental({
    id: 'rentals.create',
    method: 'POST',
    path: '/rentals',
    summary: 'Rent a bike',
    scopes: ['rentals:write'],
    auth: ['session', 'jwt'],
    limit: ['burst', 'daily'],
    headers: {
      'X-Source': z.enum(['app', 'web']).describe('Where the request comes from.'),
      'x-campaign': z.string().max(20).optional().describe('What led here.'),
    },
    body: z.strictObject({ bike: z.string() }).meta({ id: 'RentalCreate' }),
    responses: { 201: dataOf(z.object({ id: z.string() })) },
    errors: ['payment_required', 'plan_expired'],
  }),
  change: rental({
    id: 'rentals.change',
    method: 'PUT',
    path: '/rentals/:id',
    summary: 'Change a rental',
    auth: 'jwt',
    resource: 'rental',
    entityTag: 'required',
    idempotency: 'accepted',
    pathParams: z.object({ id: z.string().describe('Rental id.') }),
    body: z.strictObject({ until: z.iso.date() }).meta({ id: 'RentalChange' }),
    responses: { 200: dataOf(z.object({ id: z.string() })) },
    errors: ['payment_required'],
  }),
  follow: rental({
    id: 'rentals.follow',
    method: 'GET',
    path: '/rentals/events',
    summary: 'Follow rentals',
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: c.type<string>() }) },
  }),
  picture: rental({
    id: 'rentals.picture',
    method: 'GET',
    path: '/rentals/picture',
    summary: 'Picture of the day',
    auth: 'none',
    responses: { 200: c.otherResponse({ contentType: 'image/png', body: c.type<Blob>() }) },
  }),
});
const document = await createOpenApiDocument(contract, options);
const of = (path: string, method: string) => document.paths[path]?.[method] as Operation;

describe('the document of a contract with its own vocabulary', () => {
  it('is one in which two validators and a schema compiler find no problem', async () => {
    expect(await findDocumentProblems(document)).toEqual([]);
  });

  it('has the responses of its codes, with their meanings, details and examples', () => {
    expect(of('/rentals', 'post').responses[402]).toEqual({
      $ref: '#/components/responses/PaymentRequiredOrPlanExpired',
    });
    const { description, content } = document.components.responses.PaymentRequiredOrPlanExpired as Response;
    expect(description).toBe('- `payment_required`: The deposit was not paid.\n- `plan_expired`: The plan has ended.');
    const { schema, examples } = content?.['application/json'] ?? {};
    expect(schema).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/PaymentRequiredError' }, { $ref: '#/components/schemas/Error' }],
    });
    expect(document.components.schemas.PaymentRequiredErrorErrorDetails).toMatchObject({
      properties: { deposit: { type: 'number' } },
    });
    expect(examples).toMatchObject({
      payment_required: { value: { error: { details: { deposit: 50 } } } },
      plan_expired: { value: { error: { code: 'plan_expired' } } },
    });
    const single = document.components.responses.PaymentRequired as Response;
    expect(single.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/PaymentRequiredError' });
    expect(document.components.schemas.PaymentRequiredErrorError).toMatchObject({
      required: expect.arrayContaining(['details']),
    });
  });

  it('has its authentication schemes, and the scopes of each operation under those it accepts', () => {
    expect(document.components.securitySchemes).toEqual(words.authSchemes);
    expect(of('/rentals', 'post').security).toEqual([{ session: ['rentals:write'] }, { jwt: ['rentals:write'] }]);
    expect(of('/rentals/{id}', 'put').security).toEqual([{ jwt: [] }]);
    expect(of('/rentals/events', 'get').security).toEqual([{ session: [] }]);
    expect(of('/rentals/picture', 'get').security).toEqual([]);
    expect(of('/rentals', 'post').description).toContain('**Authentication:** `session` or `jwt`.');
  });

  it('states every limit of an operation', () => {
    expect(of('/rentals', 'post').description).toContain(
      '**Rate limits:** `burst`, 10 requests per rolling 1 s. `daily`, 1000 requests per rolling 86400 s.',
    );
  });

  it('has the declared header fields as parameters', () => {
    expect(of('/rentals', 'post').parameters).toEqual([
      {
        name: 'X-Source',
        in: 'header',
        description: 'Where the request comes from.',
        required: true,
        schema: { type: 'string', enum: ['app', 'web'] },
      },
      { name: 'x-campaign', in: 'header', description: 'What led here.', schema: { type: 'string', maxLength: 20 } },
    ]);
  });

  it('requires If-Match where the contract does, and describes 428', () => {
    const { parameters, responses } = of('/rentals/{id}', 'put');
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/RequiredIfMatch' });
    expect(document.components.parameters.RequiredIfMatch).toMatchObject({ name: 'If-Match', required: true });
    expect(responses[428]).toEqual({ $ref: '#/components/responses/PreconditionRequired' });
  });

  it('documents an Idempotency-Key of any method', () => {
    const { parameters, responses } = of('/rentals/{id}', 'put');
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(responses[409]).toEqual({ $ref: '#/components/responses/IdempotencyInProgress' });
  });

  it('keeps the content of a response of which only the type is known', () => {
    const contentOf = (path: string) => (of(path, 'get').responses[200] as Response).content;
    expect(contentOf('/rentals/events')).toEqual({ 'text/event-stream': { schema: { type: 'string' } } });
    expect(contentOf('/rentals/picture')).toEqual({ 'image/png': {} });
  });
});

describe('a contract with problem details', () => {
  const { operation: rental } = defineOperations({ ...words, errors: payment, envelope: problemDetails() });
  const list = rental({
    id: 'rentals.list',
    method: 'GET',
    path: '/rentals',
    summary: 'List rentals',
    responses: { 200: dataOf(z.array(z.string())) },
    errors: ['payment_required'],
  });

  it('describes its errors in their form', async () => {
    const problems = await createOpenApiDocument({ list }, options);
    expect(await findDocumentProblems(problems)).toEqual([]);
    expect(Object.keys(problems.components.schemas)).toEqual([
      'ErrorDetails',
      'PaymentRequiredError',
      'PaymentRequiredErrorDetails',
      'ProblemDetails',
      'RentalsListResult',
    ]);
    const { content } = problems.components.responses.PaymentRequired as Response;
    expect(content?.['application/problem+json']).toMatchObject({
      schema: { $ref: '#/components/schemas/PaymentRequiredError' },
      examples: { payment_required: { value: { title: 'Payment Required', details: { deposit: 50 } } } },
    });
  });

  it('shows them in the reference', () => {
    expect(createErrorReference({ list })).toContain('"title": "Not Found"');
    expect(createErrorReference({ list })).toContain('| 402 | `payment_required` | The deposit was not paid. |');
  });
});

describe('the reference of operations', () => {
  const page = createOperationReference(contract, options);
  const rowOf = (id: string) => page.split('\n').find((line) => line.startsWith(`| \`${id}\``));

  it('says who may call an operation, and by which scheme', () => {
    expect(rowOf('rentals.create')).toContain('| `rentals:write` by `session` or `jwt` |');
    expect(rowOf('rentals.change')).toContain('| any caller by `jwt` |');
    expect(rowOf('rentals.picture')).toContain('| anyone |');
  });

  it('says which operations need If-Match', () => {
    expect(rowOf('rentals.change')).toContain('`ETag`, `If-Match` required');
  });

  it('does not name the scheme if there is only one', () => {
    const list = operation({
      id: 'a.list',
      method: 'GET',
      path: '/a',
      summary: 'List',
      scopes: ['a:read'],
      responses: { 200: z.string() },
    });
    expect(createOperationReference({ list })).toContain('| `a:read` |');
  });
});
