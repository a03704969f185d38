import type { HeaderFields, WebhookHeaderNames } from '../headers.ts';
import { equalsInConstantTime, type RawBody, toBytes } from '../signing/bytes.ts';
import { computeSignature, importSecrets, type WebhookSecrets } from '../signing/hmac.ts';
import type { SignatureScheme } from '../signing/scheme.ts';
import { readSignature } from './read-signature.ts';
import { assertTolerance, defaultToleranceSeconds } from './tolerance.ts';
import { WebhookVerificationError } from './verification-error.ts';

export type { HeaderFields } from '../headers.ts';
export { defaultToleranceSeconds } from './tolerance.ts';

export interface VerifyOptions {
  /** The raw bytes received, or exactly their text. Never pass JSON that was parsed and serialized again. */
  readonly body: RawBody;
  readonly headers: HeaderFields;
  /** The secret, or several during a rotation: one that matches is enough. */
  readonly secrets: WebhookSecrets;
  /** Seconds before and after `now`, both inclusive. Default 300. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock in Unix seconds. Default: the system's. */
  readonly now?: number;
  /** How the sender signs. Default `timestamped`. */
  readonly scheme?: SignatureScheme;
  /** The sender's names; those of Standard Webhooks are fixed. */
  readonly headerNames?: Pick<Partial<WebhookHeaderNames>, 'signature'>;
}

/** The verified parts of a delivery. */
export interface VerifiedSignature {
  /** When the attempt was signed, in Unix seconds. */
  readonly timestamp: number;
  /** The event's id, which Standard Webhooks signs as `webhook-id`; absent under `timestamped`. */
  readonly id?: string;
}

/**
 * Verifies that a delivery was signed recently by a holder of the secret and is unchanged; rejects otherwise. The age
 * is checked after the signature, so that nothing about the clock is revealed to senders without the secret; all pairs
 * of secret and `v1` are compared in constant time, without an early exit.
 *
 * @example
 * await verify({ body: await request.arrayBuffer(), headers: request.headers, secrets: [current, previous] });
 * @throws WebhookVerificationError for anything that is wrong with the request.
 * @throws TypeError or RangeError for wrong options: no secret, a parsed body, a tolerance below 0.
 */
export async function verify(options: VerifyOptions): Promise<VerifiedSignature> {
  const { toleranceSeconds = defaultToleranceSeconds, now = Date.now() / 1000, scheme = 'timestamped' } = options;
  assertTolerance(toleranceSeconds);
  const body = toBytes(options.body);
  const keys = await importSecrets(options.secrets, scheme);
  const { id, t, prefix, signatures } = readSignature(options.headers, scheme, options.headerNames?.signature);
  const expected = await Promise.all(keys.map((key) => computeSignature(key, prefix, body)));
  if (!matchesAny(expected, signatures)) {
    throw new WebhookVerificationError(
      'no_match',
      'No v1 matches the signature of this body: compare the secrets, and verify the raw bytes as received.',
    );
  }
  const timestamp = Number(t);
  // A clock that returns NaN fails this comparison too.
  if (!(Math.abs(Math.floor(now) - timestamp) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      `The delivery was signed more than ${toleranceSeconds} seconds away from this clock.`,
    );
  }
  return id === null ? { timestamp } : { timestamp, id };
}

function matchesAny(expected: readonly Uint8Array[], candidates: readonly Uint8Array[]): boolean {
  let matches = 0;
  for (const signature of expected) {
    for (const candidate of candidates) matches += equalsInConstantTime(signature, candidate) ? 1 : 0;
  }
  return matches > 0;
}
