import { createMock, type Mock, type MockOptions } from '../src/index.ts';
import { contract } from './lists-contract.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Fields;
  /** `data` of the body, as one record. */
  readonly data: Fields;
  /** `data` of the body, as a list. */
  readonly rows: readonly Fields[];
  /** The error code; undefined for a success. */
  readonly code: unknown;
}

export type Send = (target: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Received>;

/** Sends `METHOD /path` to a mock, with a key. */
export function callerOf(mock: Pick<Mock, 'fetch'>, key = 'any-key'): Send {
  return async (target, sent, headers = {}) => {
    const [method, path] = target.split(' ');
    const init = { method, headers: { 'x-api-key': key, ...(sent !== undefined && json), ...headers } };
    const request = new Request(`http://mock${path}`, {
      ...init,
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const response = await mock.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = (isJson ? JSON.parse(text) : {}) as Fields;
    const { data, error } = body as { readonly data?: unknown; readonly error?: Fields };
    const { status, headers: received } = response;
    return { status, headers: received, text, body, data: data as Fields, rows: data as Fields[], code: error?.code };
  };
}

const json = { 'content-type': 'application/json' };

/** A mock of the lists, and a function that calls it. */
export function startLists(options: MockOptions = {}): { readonly mock: Mock; readonly send: Send } {
  const mock = createMock(contract, options);
  return { mock, send: callerOf(mock) };
}
