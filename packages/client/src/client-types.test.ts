import type { fileOf } from '@contract-kit/http-spec/zod';
import { describe, expectTypeOf, it } from 'vitest';
import type { Note, notesContract } from '../test-support/notes-contract.ts';
import type {
  Answer,
  Answers,
  ApiRequestError,
  Client,
  DownloadedFile,
  ErrorCodeOf,
  NotModified,
  Operation,
  RequestOf,
} from './index.ts';

type Notes = Client<typeof notesContract>['notes'];
type Files = Client<typeof notesContract>['files'];
type Routes = (typeof notesContract)['notes'];

describe('the types of a client', () => {
  it('follow from the contract', () => {
    expectTypeOf<RequestOf<Routes['create']>['body']>().toEqualTypeOf<{ text: string; stars?: number | undefined }>();
    expectTypeOf<RequestOf<Routes['get']>['params']>().toEqualTypeOf<{ readonly id: string | number }>();
    expectTypeOf<Parameters<Files['attach']>[0]['params']>().toEqualTypeOf<{
      readonly id: string | number;
      readonly name: string | number;
    }>();
    expectTypeOf<Answers<Routes['create']>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<Answers<Routes['create']>['body']>().toEqualTypeOf<{ data: Note }>();
    expectTypeOf<Answers<Routes['remove']>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<Awaited<ReturnType<Files['export']>>['body']>().toEqualTypeOf<DownloadedFile>();
    type Declared = { readonly responses: { readonly 200: ReturnType<typeof fileOf> } };
    expectTypeOf<Answers<Declared>['body']>().toEqualTypeOf<DownloadedFile>();
  });

  it('name the codes an operation can fail with', () => {
    expectTypeOf<'conflict'>().toExtend<ErrorCodeOf<Routes['create']>>();
    expectTypeOf<'precondition_failed'>().not.toExtend<ErrorCodeOf<Routes['create']>>();
    expectTypeOf<'precondition_failed'>().toExtend<ErrorCodeOf<Routes['patch']>>();
  });

  it('tell errors apart by code, with the details of the codes that promise some', () => {
    type Result = Awaited<ReturnType<Notes['create']['safe']>>;
    type Failure = Extract<Result, { readonly ok: false }>['error'];
    expectTypeOf<Extract<Failure, { readonly code: 'quota_exceeded' }>['details']>().toEqualTypeOf<{ limit: number }>();
    expectTypeOf<Extract<Failure, { readonly code: 'conflict' }>>().toEqualTypeOf<ApiRequestError<'conflict'>>();
    expectTypeOf<Extract<Failure, { readonly code: 'precondition_failed' }>>().toBeNever();
    expectTypeOf<'unknown'>().toExtend<Failure['code']>();
  });

  it('show requests and responses, and nothing of the contract they come from', () => {
    type Request = {
      readonly params: { readonly id: string | number };
      readonly headers?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
      readonly timeoutMs?: number;
    };
    type Code = 'bad_request' | 'unauthorized' | 'not_found' | 'rate_limited' | 'internal_error';
    expectTypeOf<Notes['remove']>().toEqualTypeOf<
      Operation<Request, Answer<204, undefined>, Code, Record<never, never>>
    >();
  });

  it('know lists, and that only a conditional read may find nothing new', () => {
    expectTypeOf<ReturnType<Notes['list']['each']>>().toEqualTypeOf<AsyncIterableIterator<Note>>();
    expectTypeOf<Notes['get']>().not.toHaveProperty('each');
    const get = (() => undefined) as unknown as Notes['get'];
    expectTypeOf(get({ params: { id: 'a' }, ifNoneMatch: '"1"' })).toEqualTypeOf<
      Promise<Answers<Routes['get']> | NotModified>
    >();
    expectTypeOf(get({ params: { id: 'a' } })).toEqualTypeOf<Promise<Answers<Routes['get']>>>();
  });

  it('refuse what the operation does not take', () => {
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
