import type { JsonSchema } from './schemas/json-schema.ts';

/** `{ $ref }` to an entry of `components`. */
export interface Reference {
  readonly $ref: string;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  /** CommonMark. */
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<
    Record<string, { readonly default: string; readonly description?: string; readonly enum?: readonly string[] }>
  >;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema?: JsonSchema;
  /** Encodings of the parts of a multipart body. */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Header {
  /** Whether the response always has it. Default: false. */
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** A follow-up operation, and where its parameters are in the response. */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  /** By operation id. */
  readonly links?: Readonly<Record<string, Link>>;
}

/** Alternatives; each names the schemes it needs with the scopes the caller must have. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  /** ISO date from which it is deprecated. */
  readonly 'x-deprecated-since'?: string;
  /** ISO date from which it fails with 410. */
  readonly 'x-sunset'?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: Security;
}

/** The methods of one path, in lower case. */
export type PathItem = Readonly<Record<string, Operation>>;

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The parts of OpenAPI 3.1.0 that this package writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Info;
  readonly servers?: readonly Server[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}
