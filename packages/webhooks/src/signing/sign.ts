import { type RawBody, toBytes } from './bytes.ts';
import { computeSignature, importSecrets, type WebhookSecrets } from './hmac.ts';
import { formatSignatureHeader } from './signature-header.ts';

export type { RawBody } from './bytes.ts';
export type { WebhookSecret, WebhookSecrets } from './hmac.ts';

export interface SignOptions {
  /** The exact bytes that are sent. Text is signed as UTF-8. */
  readonly body: RawBody;
  /** Every active secret: each gives one `v1`. */
  readonly secrets: WebhookSecrets;
  /** Unix seconds of this attempt. Each attempt is signed again, because a late retry would otherwise be too old. */
  readonly timestamp: number;
}

/**
 * The value of the signature header: `t=<timestamp>,v1=<hex>[,v1=<hex>…]`, each `v1` an HMAC-SHA-256 over
 * `<t>.<body>`.
 *
 * @example
 * const body = JSON.stringify(event);
 * const signature = await sign({ body, secrets: [current, previous], timestamp: Math.floor(Date.now() / 1000) });
 * @throws TypeError for a body that is not bytes or text, and when there is no secret.
 * @throws RangeError when the timestamp is not a whole number of seconds.
 */
export async function sign({ body, secrets, timestamp }: SignOptions): Promise<string> {
  assertTimestamp(timestamp);
  const bytes = toBytes(body);
  const t = String(timestamp);
  const keys = await importSecrets(secrets, 'timestamped');
  return formatSignatureHeader(t, await Promise.all(keys.map((key) => computeSignature(key, `${t}.`, bytes))));
}

/** @throws RangeError when it is not a whole number of seconds. */
export function assertTimestamp(timestamp: number): void {
  if (Number.isSafeInteger(timestamp) && timestamp >= 0) return;
  throw new RangeError('The timestamp must be in whole Unix seconds: Math.floor(Date.now() / 1000).');
}
