/** A success and its header fields. */
export interface ApiResponse<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  /** The record's entity tag, to send as `ifMatch` or `ifNoneMatch`; null when the response has none. */
  readonly etag: string | null;
  /** Quote it when you ask for support. */
  readonly requestId: string | null;
  /** True: an earlier request with the same Idempotency-Key did the work, and this is its response. */
  readonly replayed: boolean;
  /** The rate limit after this request; null if the server does not send it. */
  readonly rate: RateState | null;
  readonly headers: Headers;
}

/** The record still matches the tag that was sent (RFC 9110 §15.4.5). */
export type NotModified = ApiResponse<304, undefined>;

export interface RateState {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left now. */
  readonly remaining: number;
  /** When the next slot frees. */
  readonly resetAt: Date;
}

/** Wraps a response and its body. */
export function toApiResponse(response: Response, body: unknown): ApiResponse<number, unknown> {
  const { status, headers } = response;
  return {
    status,
    body,
    headers,
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
    replayed: headers.get('idempotent-replayed') === 'true',
    rate: rateStateOf(headers),
  };
}

function rateStateOf(headers: Headers): RateState | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1000) };
}
