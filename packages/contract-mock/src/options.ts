import type { RateLimitPolicy } from '@contract-kit/http-spec';
import type { Logger } from '@contract-kit/middleware';
import type { WebhookDescription } from '@contract-kit/openapi';
import type { SignatureScheme, WebhookHeaderNames } from '@contract-kit/webhooks';

/** The caller of a credential. */
export interface MockCaller {
  /** Callers of one tenant see the same records. Default `mock`. */
  readonly tenantId?: string;
  /** Default: every scope of the contract. */
  readonly scopes?: readonly string[];
}

/** Where the mock sends events, and which. */
export interface MockWebhooks {
  /** An address that receives every event, in addition to endpoints registered through the contract. */
  readonly url?: string;
  /** Signs deliveries to `url`. */
  readonly secret?: string;
  /** How deliveries to `url` are signed. Default `timestamped`. */
  readonly signatureScheme?: SignatureScheme;
  /** Default: those of `@contract-kit/webhooks`. */
  readonly headerNames?: Partial<WebhookHeaderNames>;
  /**
   * The events by name, with the schemas of their bodies; no others are sent. Default: `<resource>.created`, `.updated`
   * and `.deleted`, as `{ id, type, createdAt, data: { <resource>: … } }`.
   */
  readonly events?: Readonly<Record<string, Pick<WebhookDescription, 'schema'>>>;
  /** Which registered addresses may be called. Default `loopback`: only this machine. */
  readonly deliverTo?: 'loopback' | 'anywhere';
}

export interface MockOptions {
  /** Seed of ids and values: the same seed and requests make the same bodies. Default 1. */
  readonly seed?: number;
  /** Milliseconds each response is delayed by; 0 to 10,000. Default 0. */
  readonly latencyMs?: number;
  /**
   * The clock of bodies, rate limits and idempotency keys, in milliseconds since the Unix epoch. Default: the system's for
   * limits and keys; in bodies 2026-01-01 plus one second per change, so that they are the same in every run.
   */
  readonly now?: () => number;
  /** Where the contract's paths start, such as `/api/v1`. Default: at the root. */
  readonly basePath?: string;
  /** Records each list has at the beginning. Default 3. */
  readonly records?: number;
  /** The accepted credentials. Default: any with the form of a scheme, with every scope, of one tenant. */
  readonly keys?: Readonly<Record<string, MockCaller>>;
  /** Rate limits by name, instead of those of the contract. */
  readonly limits?: Readonly<Record<string, Omit<RateLimitPolicy, 'name'>>>;
  readonly webhooks?: MockWebhooks;
  /** Receives internal errors: schemas without a valid value, failed deliveries. Default: ignored. */
  readonly logger?: Logger;
}
