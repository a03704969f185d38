import { headerNames } from '@contract-kit/http-spec';
import { parseJson } from '../contract/find-response-problems.ts';

/** A request as it was sent. Long or binary content is dropped, so that a run does not keep its uploads in memory. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Header fields, with `$NAME` in the place of a credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** A text, truncated if long, or the parts of a form; undefined: none. */
  readonly body: string | readonly SentPart[] | undefined;
}

/** One part of a multipart body. */
export interface SentPart {
  readonly name: string;
  /** Null: no file. */
  readonly file: { readonly name: string; readonly mediaType: string } | null;
  /** Null if it is long or binary. */
  readonly text: string | null;
}

/** The response to a request. */
export class ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;

  constructor(status: number, headers: Headers, bytes: Uint8Array) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    this.text = new TextDecoder().decode(bytes);
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The parsed JSON body; undefined when there is none. */
  get body(): unknown {
    return parseJson(this.text);
  }

  /** The record of a success, as `{ data }` or bare; empty when there is none. */
  get record(): Readonly<Record<string, unknown>> {
    const body = asObject(this.body);
    return 'data' in body ? asObject(body.data) : body;
  }

  /** The records of a list, as `{ data: [...] }` or bare. */
  get items(): readonly Readonly<Record<string, unknown>>[] {
    const { body } = this;
    const list = Array.isArray(body) ? body : asObject(body).data;
    return Array.isArray(list) ? list.map(asObject) : [];
  }

  /** The error code; empty when there is none. */
  get code(): string {
    return String(this.#failure.code ?? '');
  }

  /** `details.fieldErrors` of an error; null when it has none. */
  get fieldErrors(): Readonly<Record<string, string>> | null {
    const details = asObject(this.#failure.details);
    return 'fieldErrors' in details ? (details.fieldErrors as Record<string, string>) : null;
  }

  /** The body without its request id, so that equal responses compare equal. */
  get words(): string {
    const requestId = this.headers.get(headerNames.requestId);
    return requestId === null ? this.text : this.text.replaceAll(`"${requestId}"`, '""');
  }

  /** What it shows of a record: its content and its ETag; for a failure only its status and code. */
  get state(): string {
    if (!this.isSuccess) return `${this.status} ${this.code}`;
    return [this.status, this.headers.get(headerNames.etag), this.words].join(' ');
  }

  /** The error object: under `error`, or the body itself for problem details (RFC 9457). */
  get #failure(): Readonly<Record<string, unknown>> {
    const body = asObject(this.body);
    return 'error' in body ? asObject(body.error) : body;
  }

  toString(): string {
    if (this.text === '') return String(this.status);
    if (/[\0\uFFFD]/.test(this.text)) return `${this.status} (${this.bytes.length} bytes)`;
    const line = this.text.trim().replaceAll(/\s+/g, ' ');
    return `${this.status} ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`;
  }
}

/** A request and its response. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
