import type { ErrorBody, Pagination } from '@contract-kit/http-spec';

/** A record whose fields are looked into without a type; give `data` a type where more is wanted. */
export interface AnyRecord {
  readonly id: string;
  readonly sku: string;
  readonly code: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** The response to a request. */
export class ApiResponse<Data = AnyRecord> {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
  #parsed: unknown;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The parsed JSON body; undefined when there is none. It is parsed once. */
  get body(): unknown {
    if (this.text !== '') this.#parsed ??= JSON.parse(this.text);
    return this.#parsed;
  }

  /** `data` of a success. @throws Error with the response unless it is one. */
  get data(): Data {
    return this.#member('data') as Data;
  }

  /** `pagination` of a page. @throws Error with the response unless it is one. */
  get pagination(): Pagination {
    return this.#member('pagination') as Pagination;
  }

  /** `error` of a failure. @throws Error with the response unless it is one. */
  get error(): ErrorBody['error'] {
    return this.#member('error') as ErrorBody['error'];
  }

  /** The ETag. @throws Error when there is none. */
  get etag(): string {
    const etag = this.headers.get('etag');
    if (etag === null) throw new Error(`There is no ETag in ${this.toString()}`);
    return etag;
  }

  toString(): string {
    return `${this.status} ${this.text.slice(0, 2000)}`;
  }

  #member(name: string): unknown {
    const body = this.body;
    if (typeof body === 'object' && body !== null && name in body) return (body as Record<string, unknown>)[name];
    throw new Error(`There is no "${name}" in ${this.toString()}`);
  }
}
