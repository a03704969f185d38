import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderError } from '../errors/envelope.ts';
import { defineOperations, standardVocabulary } from './define-operations.ts';
import { problemDetails, standardEnvelope } from './envelopes.ts';

const failure = { code: 'conflict', status: 409, message: 'The name is taken.', requestId: 'req_1' };
const typeOf = (code: string) => `https://api.example.com/problems/${code}`;

describe.each([
  ['the standard envelope', standardEnvelope],
  ['problem details', problemDetails()],
  ['problem details with types', problemDetails({ typeOf })],
])('%s', (_, envelope) => {
  it.each([undefined, { fieldErrors: { name: 'Taken.' } }, { deposit: 50 }])(
    'reads what it wrote: details %j',
    (details) => {
      const body: unknown = JSON.parse(JSON.stringify(envelope.write({ ...failure, details })));
      const { status: _, ...received } = { ...failure, details };
      expect(envelope.read(body)).toEqual(received);
      expect(envelope.schema().safeParse(body).error).toBeUndefined();
    },
  );

  it.each([undefined, null, 'no', {}, { error: 'no' }, { code: 'conflict' }])('does not read %j', (body) => {
    expect(envelope.read(body)).toBeNull();
  });

  it('has a schema for the details of a code', () => {
    const schema = envelope.schema(z.object({ deposit: z.number() }));
    const write = (details?: object) => envelope.write({ ...failure, details: details as never });
    expect(schema.safeParse(write({ deposit: 50 })).success).toBe(true);
    expect(schema.safeParse(write({ deposit: '50' })).success).toBe(false);
    expect(schema.safeParse(write()).success).toBe(false);
  });
});

describe('problem details', () => {
  it('are titled by the reason phrase of their status (RFC 9457 §4.2.1)', () => {
    expect(problemDetails().write({ ...failure, details: undefined })).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'The name is taken.',
      code: 'conflict',
      requestId: 'req_1',
    });
  });

  it('have the type and title of their code if the API names types', () => {
    const written = problemDetails({ typeOf }).write({ ...failure, code: 'bike_is_out', details: undefined });
    expect(written).toMatchObject({ type: typeOf('bike_is_out'), title: 'Bike is out' });
  });
});

describe('an error that is rendered', () => {
  const error = { code: 'conflict', message: 'The name is taken.', details: undefined };

  it('has the status of its code and the form of its API', () => {
    expect(renderError(standardVocabulary, error, 'req_1')).toEqual({
      status: 409,
      contentType: 'application/json; charset=utf-8',
      text: '{"error":{"code":"conflict","message":"The name is taken.","requestId":"req_1"}}',
    });
    const { vocabulary } = defineOperations({ envelope: problemDetails() });
    const { contentType, text } = renderError(vocabulary, error, 'req_1');
    expect(contentType).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({ title: 'Conflict', detail: 'The name is taken.' });
  });

  it('reveals nothing about a code that is not in the table', () => {
    const { status, text } = renderError(standardVocabulary, { ...error, code: 'toString' }, 'req_1');
    expect(status).toBe(500);
    expect(text).toContain('"code":"internal_error"');
    expect(text).not.toContain('taken');
  });
});
