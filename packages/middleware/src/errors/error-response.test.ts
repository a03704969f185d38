import { ApiError, standardErrors } from '@contract-kit/http-spec';
import { defineOperations, problemDetails } from '@contract-kit/http-spec/zod';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test-support/serve.ts';
import { createErrorHandler } from '../adapters/express.ts';

async function responseTo(thrown: unknown, options: Parameters<typeof createErrorHandler>[0] = {}) {
  const app = express();
  app.get('/', () => {
    throw thrown;
  });
  app.use(createErrorHandler(options));
  const { url } = await serve(app);
  const response = await fetch(`${url}/?token=secret`);
  return { response, body: (await response.json()) as { error: Record<string, unknown> } };
}

describe('the error handler of an Express application', () => {
  it.each(Object.entries(standardErrors))('responds to %s with its status', async (code, { status }) => {
    const { response, body } = await responseTo(new ApiError<string>(code, 'Words.'));
    expect(response.status).toBe(status);
    expect(body.error).toEqual({ code, message: 'Words.', requestId: response.headers.get('x-request-id') });
  });

  it('sends details and headers of the error', async () => {
    const error = new ApiError('rate_limited', 'Wait.', { headers: { 'Retry-After': '3' }, details: { hint: 'x' } });
    const { response, body } = await responseTo(error);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(body.error.details).toEqual({ hint: 'x' });
  });

  it('knows the codes of the API, and gives errors the form of the API', async () => {
    const { vocabulary, apiError } = defineOperations({
      envelope: problemDetails(),
      errors: { teapot: { status: 418, meaning: 'It is one.', retry: 'never', stored: true } },
    });
    const { response, body } = await responseTo(apiError('teapot', 'No coffee.'), { vocabulary });
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ title: 'Teapot', status: 418, detail: 'No coffee.', code: 'teapot' });
  });

  it('responds to an unknown code with 500, and logs it', async () => {
    const logged: object[] = [];
    const logger = { error: (fields: object) => void logged.push(fields) };
    const { response, body } = await responseTo(new ApiError<string>('constructor', 'Secret words.'), { logger });
    expect(response.status).toBe(500);
    expect(body.error).toMatchObject({ code: 'internal_error', message: 'Something went wrong on our side.' });
    expect(logged).toHaveLength(1);
  });

  it('logs a failure under its request id, without the query', async () => {
    const logged: Record<string, unknown>[] = [];
    const logger = { error: (fields: object) => void logged.push({ ...fields }) };
    const thrown = new Error('select failed');
    const { response } = await responseTo(thrown, { logger });
    expect(logged).toMatchObject([
      { requestId: response.headers.get('x-request-id'), method: 'GET', path: '/', err: thrown },
    ]);
  });

  it('logs nothing for errors of the client', async () => {
    const logged: object[] = [];
    const logger = { error: (fields: object) => void logged.push(fields) };
    await responseTo(new ApiError('not_found', 'Not here.'), { logger });
    expect(logged).toEqual([]);
  });

  it('responds with 400 to a path whose encoding Express cannot read', async () => {
    const app = express();
    app.get('/:id', (_req, res) => void res.end());
    app.use(createErrorHandler());
    const { url } = await serve(app);
    const response = await fetch(`${url}/%zz`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'bad_request' }) },
    ]);
  });
});
