import { concatBytes, parseBase64 } from './bytes.ts';
import type { SignatureScheme } from './scheme.ts';

/** A secret that was imported once: a `CryptoKey` for HMAC-SHA-256. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Computes the HMAC-SHA-256 of bytes under a secret, with other cryptography than Web Crypto, which signs in another
 * thread.
 *
 * @example
 * const key = createSecretKey(secretBytes(secret));
 * const hmac: HmacKey = { sign: (data) => createHmac('sha256', key).update(data).digest() };
 */
export interface HmacKey {
  readonly sign: (data: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/** A signing secret as text, imported by {@link importSecret}, or as a key that signs by other means. */
export type WebhookSecret = string | SigningKey | HmacKey;

/** One secret, or all that are active: during a rotation the old one and the new one. */
export type WebhookSecrets = WebhookSecret | readonly WebhookSecret[];

type ImportedSecret = Exclude<WebhookSecret, string>;

const encoder = new TextEncoder();

/**
 * Imports a secret once, so that many deliveries share the cost, which is most of the work of signing. A key belongs to
 * one scheme: under `timestamped` it is the UTF-8 text of the secret, `whsec_` included; under `standard_webhooks` it
 * is the decoded base64 after `whsec_`.
 *
 * @throws TypeError when the secret is empty or has white space around it, such as a line end; under
 * `standard_webhooks` also when it is not base64.
 */
export async function importSecret(secret: string, scheme: SignatureScheme = 'timestamped'): Promise<SigningKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', secretBytes(secret, scheme), algorithm, false, ['sign']);
}

/** @throws TypeError for secrets that {@link assertSecrets} refuses. */
export async function importSecrets(
  secrets: WebhookSecrets,
  scheme: SignatureScheme,
): Promise<readonly ImportedSecret[]> {
  assertSecrets(secrets, scheme);
  return Promise.all(toList(secrets).map((secret) => (isImported(secret) ? secret : importSecret(secret, scheme))));
}

/**
 * Asserts that there is at least one valid secret: an unset environment variable must not become a well-known key.
 *
 * @throws TypeError saying what is wrong, without the secret.
 */
export function assertSecrets(secrets: WebhookSecrets, scheme: SignatureScheme): void {
  const list = toList(secrets);
  if (list.length === 0) throw new TypeError('At least one signing secret is required.');
  for (const secret of list) if (!isImported(secret)) secretBytes(secret, scheme);
}

/** HMAC-SHA-256 over the scheme's prefix and the body. */
export async function computeSignature(key: ImportedSecret, prefix: string, body: Uint8Array): Promise<Uint8Array> {
  const data = concatBytes(encoder.encode(prefix), body);
  if ('sign' in key) return key.sign(data);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data));
}

/**
 * The key that a secret stands for: its UTF-8 text under `timestamped`, its decoded base64 under `standard_webhooks`.
 *
 * @throws TypeError as {@link importSecret} does.
 */
export function secretBytes(secret: string, scheme: SignatureScheme = 'timestamped'): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('A signing secret must be a non-empty string.');
  if (secret.trim() !== secret) throw new TypeError('The signing secret has white space around it: trim it.');
  if (scheme === 'timestamped') return encoder.encode(secret);
  const bytes = parseBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null) throw new TypeError('A Standard Webhooks secret must be "whsec_" followed by base64.');
  return bytes;
}

function toList(secrets: WebhookSecrets): readonly WebhookSecret[] {
  return Array.isArray(secrets) ? secrets : [secrets as WebhookSecret];
}

function isImported(secret: WebhookSecret): secret is ImportedSecret {
  return typeof secret === 'object' && secret !== null && ('algorithm' in secret || 'sign' in secret);
}
