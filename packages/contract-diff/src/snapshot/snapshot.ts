import type { AuthScheme, ErrorDefinition, RateLimitPolicy, RoutePolicy, vocabularyKey } from '@contract-kit/http-spec';
import type { JsonSchema } from '@contract-kit/openapi';

/**
 * The contract of one release as plain JSON, stored with the release and compared with later ones. Schemas are JSON
 * Schema 2020-12 without descriptions and examples; `#/schemas/<name>` refers to a named one.
 */
export interface Snapshot {
  /** The version of this format. */
  readonly format: 2;
  /** Version of the API, if known. */
  readonly version?: string;
  /** By code. Absent where no operation has a policy. */
  readonly errors?: Readonly<Record<string, ErrorSnapshot>>;
  /** The body of every error of operations with a policy, by media type. */
  readonly errorBody?: Content;
  readonly authSchemes?: Readonly<Record<string, AuthScheme>>;
  /** Absent where the contract states none. */
  readonly rateLimits?: Readonly<Record<string, RateLimitPolicy>>;
  /** Meanings by scope. Absent where the contract states none. */
  readonly scopes?: Readonly<Record<string, string>>;
  readonly idempotency?: IdempotencySnapshot;
  /** By operation id, in the order of the contract. */
  readonly operations: Readonly<Record<string, OperationSnapshot>>;
  /** What is delivered to webhook endpoints, by the name of the event. */
  readonly events?: Readonly<Record<string, EventSnapshot>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export interface ErrorSnapshot extends Omit<ErrorDefinition, 'details' | 'stored'> {
  /** Absent in version 1.0 of the format. */
  readonly stored?: boolean;
  /** Schema of the details the code promises. */
  readonly details?: JsonSchema;
}

export interface IdempotencySnapshot {
  /** Longest key, in characters. */
  readonly keyMaxLength: number;
  /** How long a response is kept, if known. */
  readonly retentionMs?: number;
}

export interface OperationSnapshot {
  readonly method: string;
  /** With `:params`. */
  readonly path: string;
  readonly deprecated?: true;
  /** Absent where the route was not made by `operation()`. */
  readonly policy?: PolicySnapshot;
  readonly parameters?: readonly ParameterSnapshot[];
  readonly body?: BodySnapshot;
  /** By status; with a policy only successes, since its codes define the errors. */
  readonly responses: Readonly<Record<string, ResponseSnapshot>>;
}

export type PolicySnapshot = Omit<RoutePolicy, 'operationId' | typeof vocabularyKey>;

export interface ParameterSnapshot {
  readonly name: string;
  readonly in: string;
  readonly required?: true;
  readonly deprecated?: true;
  /** How a list is sent: as one text, or as one parameter per value. */
  readonly list?: 'commas' | 'repeated';
  readonly schema: JsonSchema;
}

export interface BodySnapshot {
  readonly required?: true;
  readonly content: Content;
}

/** Schemas by media type. */
export type Content = Readonly<Record<string, JsonSchema>>;

export interface ResponseSnapshot {
  /** Header fields that do not follow from policies, by name. */
  readonly headers?: Readonly<Record<string, HeaderSnapshot>>;
  readonly content?: Content;
}

export interface HeaderSnapshot {
  readonly required?: true;
  readonly schema: JsonSchema;
}

export interface EventSnapshot {
  readonly headers?: Readonly<Record<string, HeaderSnapshot>>;
  readonly content: Content;
  readonly anyScopes?: readonly string[];
}
