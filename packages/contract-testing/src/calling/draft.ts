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

/** A credential, how a request carries it, and what reports call it. */
export interface Credential {
  /** Stands for the credential in curl lines: `$KEY`. */
  readonly name: string;
  readonly value: string;
  /** The header fields of a request that is made with it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request deviates in from a plain one of its operation. */
export interface SendOptions {
  /** Null sends none. Default: the one with every scope, where the operation takes one. */
  readonly credential?: Credential | null;
  /** Sent beside or instead of the other: the same key in another header field, or another one. */
  readonly furtherCredential?: Credential;
  /** It is one of several requests that are sent at once: which response it gets depends on their order. */
  readonly isConcurrent?: true;
  readonly method?: string;
  /** The path and query as they are to be sent, instead of those of the draft. */
  readonly target?: string;
}
