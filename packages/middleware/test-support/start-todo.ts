import { createClientErrorHandler } from '../src/index.ts';
import { serve } from './serve.ts';
import { createTodoApp, type TodoApp, type TodoAppOptions } from './todo-app.ts';

export interface TodoResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly body: { readonly [key: string]: unknown } | undefined;
  /** `error` of the envelope. */
  readonly error: { code: string; message: string; requestId: string; details?: { fieldErrors?: object } } | undefined;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Default: the key with all scopes. Null sends none. */
  readonly key?: string | null;
}

export interface StartedTodo extends TodoApp {
  readonly url: string;
  readonly port: number;
  request(method: string, path: string, options?: RequestOptions): Promise<TodoResponse>;
}

/** Serves the to-do application until the test ends. */
export async function startTodo(options: TodoAppOptions = {}): Promise<StartedTodo> {
  const todo = createTodoApp(options);
  const { url, port, server } = await serve(todo.app);
  server.on('clientError', createClientErrorHandler());

  async function request(method: string, path: string, { headers, body, key = todo.key }: RequestOptions = {}) {
    const sent = new Headers(key === null ? {} : { authorization: `Bearer ${key}` });
    if (body !== undefined) sent.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value);
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers: sent, body: content, redirect: 'manual' });
    return toTodoResponse(response);
  }

  return { ...todo, url, port, request };
}

async function toTodoResponse(response: Response): Promise<TodoResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const body = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body, error: body?.error };
}
