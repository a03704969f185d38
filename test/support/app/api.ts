import type { AnyRecord, ApiResponse } from './api-response.ts';
import { type OutgoingRequest, sendRequest } from './send-request.ts';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, bytes, forms and blobs go as they are; anything else as JSON. */
  readonly body?: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** One caller's view of the API. Paths are relative to the base address: `/products`. */
export interface Api {
  get<Data = AnyRecord>(path: string, headers?: Headers): Promise<ApiResponse<Data>>;
  post<Data = AnyRecord>(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse<Data>>;
  put<Data = AnyRecord>(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse<Data>>;
  patch<Data = AnyRecord>(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse<Data>>;
  delete(path: string, headers?: Headers): Promise<ApiResponse>;
  send<Data = AnyRecord>(method: string, path: string, options?: SendOptions): Promise<ApiResponse<Data>>;
}

/** @param key sent as a bearer token; null sends none. */
export function createApi(baseUrl: string, key: string | null): Api {
  const credential: Headers = key === null ? {} : { authorization: `Bearer ${key}` };

  function send<Data>(method: string, path: string, { headers, body }: SendOptions = {}): Promise<ApiResponse<Data>> {
    // A form says its own type, with the boundary, and so does a blob.
    const saysType = body instanceof FormData || body instanceof Blob;
    const isRaw = saysType || typeof body === 'string' || body instanceof Uint8Array;
    return sendRequest<Data>(`${baseUrl}${path}`, {
      method,
      headers: {
        ...credential,
        ...(body === undefined || saysType ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? (body as OutgoingRequest['body']) : JSON.stringify(body),
    });
  }

  return {
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body, headers) => send('PUT', path, { body, headers }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    delete: (path, headers) => send('DELETE', path, { headers }),
    send,
  };
}
