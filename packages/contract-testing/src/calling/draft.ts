/** A request of an operation before it is sent. */
export interface Draft {
  /** Path parameters, not encoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters; a list is sent as one comma-separated text. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A form is sent unchanged, and so is a text with a `content-type` header; anything else is sent as JSON. */
  readonly body?: unknown;
}

/** A credential, how it is sent, and its name in reports. */
export interface Credential {
  /** Replaces the credential in curl lines: `$KEY`. */
  readonly name: string;
  readonly value: string;
  /** The header fields that carry it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a request differs from the default one of its operation. */
export interface SendOptions {
  /** Null sends none. Default: the one with every scope, if the operation authenticates. */
  readonly credential?: Credential | null;
  /** Sent in addition to or instead of the other: the same key in another header field, or another key. */
  readonly furtherCredential?: Credential;
  /** One of several concurrent requests: its response depends on their order. */
  readonly isConcurrent?: true;
  readonly method?: string;
  /** The path and query to send instead of those of the draft. */
  readonly target?: string;
}
