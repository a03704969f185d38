import type { fileOf } from '@contract-kit/http-spec/zod';
import { describe, expectTypeOf, it } from 'vitest';
import type { Note, notesContract } from '../test-support/notes-contract.ts';
import type { Answers, Client, DownloadedFile, ErrorCodeOf, NotModified, RequestOf } from './index.ts';

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
    // @ts-expect-error the text is missing
    const noText = () => notes.create({ body: {} });
    // @ts-expect-error a misspelt field
    const misspelt = () => notes.create({ body: { text: 'x', star: 1 } });
    // @ts-expect-error the parameters are missing
    const noParams = () => notes.get({});
    // @ts-expect-error a list takes no key
    const keyed = () => notes.list({ idempotencyKey: 'x' });
    // @ts-expect-error a creation takes no tag
    const tagged = () => notes.create({ body: { text: 'x' }, ifMatch: '"1"' });
    expectTypeOf([noText, misspelt, noParams, keyed, tagged]).toBeArray();
  });
});
