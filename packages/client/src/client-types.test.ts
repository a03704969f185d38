import type { fileOf } from '@contract-kit/http-spec/zod';
import { describe, expectTypeOf, it } from 'vitest';
import type { Note, notesContract } from '../test-support/notes-contract.ts';
import { routes } from '../test-support/notes-routes.ts';
import {
  type ApiRequestError,
  type ApiResponse,
  type Client,
  createClientFromRoutes,
  type DownloadedFile,
  type ErrorCodeOf,
  FileStream,
  formStream,
  type NotModified,
  type Operation,
  type RequestOf,
  type ResponsesOf,
  type RouteTable,
  type StreamedBody,
} from './index.ts';

type Notes = Client<typeof notesContract>['notes'];
type Files = Client<typeof notesContract>['files'];
type Routes = (typeof notesContract)['notes'];

describe('the types of a client', () => {
  it('follow from the contract', () => {
    type NewNote = { text: string; stars?: number | undefined };
    expectTypeOf<RequestOf<Routes['create']>['body']>().toEqualTypeOf<NewNote | StreamedBody<NewNote>>();
    expectTypeOf<RequestOf<Routes['get']>['params']>().toEqualTypeOf<{ readonly id: string | number }>();
    expectTypeOf<Parameters<Files['attach']>[0]['params']>().toEqualTypeOf<{
      readonly id: string | number;
      readonly name: string | number;
    }>();
    expectTypeOf<ResponsesOf<Routes['create']>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<ResponsesOf<Routes['create']>['body']>().toEqualTypeOf<{ data: Note }>();
    expectTypeOf<ResponsesOf<Routes['remove']>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<Awaited<ReturnType<Files['export']>>['body']>().toEqualTypeOf<DownloadedFile>();
    type Declared = { readonly responses: { readonly 200: ReturnType<typeof fileOf> } };
    expectTypeOf<ResponsesOf<Declared>['body']>().toEqualTypeOf<DownloadedFile>();
  });

  it('name the codes an operation can fail with', () => {
    expectTypeOf<'conflict'>().toExtend<ErrorCodeOf<Routes['create']>>();
    expectTypeOf<'precondition_failed'>().not.toExtend<ErrorCodeOf<Routes['create']>>();
    expectTypeOf<'precondition_failed'>().toExtend<ErrorCodeOf<Routes['patch']>>();
  });

  it('distinguish errors by code, with the details that some codes declare', () => {
    type Result = Awaited<ReturnType<Notes['create']['safe']>>;
    type Failure = Extract<Result, { readonly ok: false }>['error'];
    expectTypeOf<Extract<Failure, { readonly code: 'quota_exceeded' }>['details']>().toEqualTypeOf<{ limit: number }>();
    expectTypeOf<Extract<Failure, { readonly code: 'conflict' }>>().toEqualTypeOf<ApiRequestError<'conflict'>>();
    expectTypeOf<Extract<Failure, { readonly code: 'precondition_failed' }>>().toBeNever();
    expectTypeOf<'unknown'>().toExtend<Failure['code']>();
  });

  it('show requests and responses without the contract they come from', () => {
    type Request = {
      readonly params: { readonly id: string | number };
      readonly headers?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
      readonly timeoutMs?: number;
    };
    type Code = 'bad_request' | 'unauthorized' | 'not_found' | 'rate_limited' | 'internal_error';
    expectTypeOf<Notes['remove']>().toEqualTypeOf<
      Operation<Request, ApiResponse<204, undefined>, Code, Record<never, never>>
    >();
  });

  it('distinguish lists, and only a conditional read may be not modified', () => {
    expectTypeOf<ReturnType<Notes['list']['each']>>().toEqualTypeOf<AsyncIterableIterator<Note>>();
    expectTypeOf<Notes['get']>().not.toHaveProperty('each');
    const get = (() => undefined) as unknown as Notes['get'];
    expectTypeOf(get({ params: { id: 'a' }, ifNoneMatch: '"1"' })).toEqualTypeOf<
      Promise<ResponsesOf<Routes['get']> | NotModified>
    >();
    expectTypeOf(get({ params: { id: 'a' } })).toEqualTypeOf<Promise<ResponsesOf<Routes['get']>>>();
  });

  it('check a table of routes against its contract', () => {
    expectTypeOf<RouteTable<typeof notesContract>['operations']['notes']['remove']>().toEqualTypeOf<
      'DELETE /notes/:id' | `DELETE /notes/:id ${string}`
    >();
    expectTypeOf(() => createClientFromRoutes(routes, { baseUrl: 'x' })).returns.toEqualTypeOf<
      Client<typeof notesContract>
    >();
    // @ts-expect-error the method of a line is that of its route
    const otherMethod: RouteTable<typeof notesContract>['operations']['notes']['remove'] = 'POST /notes/:id';
    expectTypeOf(otherMethod).toBeString();
  });

  it('accept a form with a stream as its file, and no form without a required field', () => {
    const attach = (() => undefined) as unknown as Files['attach'];
    const params = { id: 'n1', name: 'a' };
    const file = new FileStream([], 'a.txt');
    const streamed = () => attach({ params, body: formStream({ file, caption: 'A' }) });
    // @ts-expect-error the file is missing
    const noFile = () => attach({ params, body: formStream({ caption: 'A' }) });
    // @ts-expect-error a caption is a text
    const noText = () => attach({ params, body: formStream({ file, caption: 1 }) });
    expectTypeOf([streamed, noFile, noText]).toBeArray();
  });

  it('refuse input that the operation does not accept', () => {
    const notes = {} as Notes;
    const params = { id: 'n1' };
    // @ts-expect-error the text is missing
    const noText = () => notes.create({ body: {} });
    // @ts-expect-error a misspelt field
    const misspelt = () => notes.create({ body: { text: 'x', star: 1 } });
    // @ts-expect-error the parameters are missing
    const noParams = () => notes.get({});
    // @ts-expect-error this change needs a tag
    const untagged = () => notes.put({ params, body: { text: 'x' }, headers: { 'x-editor': 'web' } });
    // @ts-expect-error this change needs the field x-editor
    const anonymous = () => notes.put({ params, body: { text: 'x' }, ifMatch: '"1"' });
    const [body, ifMatch, headers] = [{ text: 'x' }, '"1"', { 'x-editor': 'x' } as const];
    // @ts-expect-error the field x-editor has two values
    const misspeltField = () => notes.put({ params, body, ifMatch, headers });
    // @ts-expect-error a list takes no key
    const keyed = () => notes.list({ idempotencyKey: 'x' });
    // @ts-expect-error a creation takes no tag
    const tagged = () => notes.create({ body: { text: 'x' }, ifMatch: '"1"' });
    expectTypeOf([noText, misspelt, noParams, untagged, anonymous, misspeltField, keyed, tagged]).toBeArray();
  });
});
