import type { ErrorTable, RateLimitPolicy } from '@contract-kit/http-spec';
import type { z } from 'zod';
import type { Info, Server } from './document.ts';
import type { JsonSchema } from './schemas/json-schema.ts';

/** One event the service posts to its subscribers. */
export interface WebhookDescription {
  readonly summary: string;
  readonly description?: string;
  /** The body as it is delivered. */
  readonly schema: z.ZodType;
  /** Header fields of the delivery, by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema?: JsonSchema }>>;
}

export interface OpenApiOptions {
  readonly info: Info;
  readonly servers?: readonly Server[];
  /**
   * Names and descriptions of the tags, by the first part of the operation id (`products` of `products.create`).
   * Tags appear in this order; those not listed follow in the order of the contract.
   */
  readonly tags?: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
  /** The contract's error table, default `standardErrors`. */
  readonly errors?: ErrorTable;
  /** Rate-limit policies by name, so that descriptions can state figures. */
  readonly limits?: Readonly<Record<string, RateLimitPolicy>>;
  /** Events by name. */
  readonly webhooks?: Readonly<Record<string, WebhookDescription>>;
}
