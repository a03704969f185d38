import type { z } from 'zod';
import type { Info, Server } from './document.ts';
import type { JsonSchema } from './schemas/json-schema.ts';

/** An event that the service posts to its subscribers. */
export interface WebhookDescription {
  readonly summary: string;
  readonly description?: string;
  /** The schema of the body. */
  readonly schema: z.ZodType;
  /** Header fields of the delivery, by name. */
  readonly headers?: Readonly<Record<string, WebhookHeader>>;
  /** A subscriber needs one of these scopes. Absent: none. */
  readonly anyScopes?: readonly string[];
}

export interface WebhookHeader {
  readonly description: string;
  /** Default: any string. */
  readonly schema?: JsonSchema;
  /** False if some deliveries lack it. Default true. */
  readonly required?: boolean;
}

export interface OpenApiOptions {
  readonly info: Info;
  readonly servers?: readonly Server[];
  /**
   * Names and descriptions of the tags, by the first part of the operation id (`todos` of `todos.create`). Tags appear
   * in this order; those not listed follow in the order of the contract.
   */
  readonly tags?: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
  /** Events by name. */
  readonly webhooks?: Readonly<Record<string, WebhookDescription>>;
}
