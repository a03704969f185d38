/** One request of an operation, as a value. */
export interface Draft {
  /** Path parameters, not encoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters; a list travels as one comma-separated text. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A form goes as it is, and so does a text where the headers say its `content-type`; anything else as JSON. */
  readonly body?: unknown;
}

/** A key and what reports call it. */
export interface Key {
  /** Stands for the key in curl lines: `$KEY`. */
  readonly name: string;
  readonly value: string;
}

/** What a request deviates in from a plain one of its operation. */
export interface SendOptions {
  /** Null sends none. Default: the key with all scopes, where the operation needs one. */
  readonly key?: Key | null;
  /** Sent as `X-API-Key`, beside or instead of the other. */
  readonly headerKey?: Key;
  readonly method?: string;
  /** The path and query as they are to be sent, instead of those of the draft. */
  readonly target?: string;
}
