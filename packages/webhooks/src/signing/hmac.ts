import { concatBytes } from './bytes.ts';

/** A secret that was imported once: a `CryptoKey` for HMAC-SHA-256. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A signing secret as text, or imported by {@link importSecret}. */
export type WebhookSecret = string | SigningKey;

/** One secret, or all that are active: during a rotation the old one and the new one. */
export type WebhookSecrets = WebhookSecret | readonly WebhookSecret[];

const encoder = new TextEncoder();

/**
 * Makes a key of a secret, so that signing many deliveries costs the import once (it is most of the work). The key is
 * the UTF-8 text of the secret as it is, a `whsec_` in front included: nothing is decoded.
 *
 * @throws TypeError when the secret is empty or has white space around it, as when it was read with its line end.
 */
export async function importSecret(secret: string): Promise<SigningKey> {
  assertSecret(secret);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
}

/** @throws TypeError for secrets that {@link assertSecrets} refuses. */
export async function importSecrets(secrets: WebhookSecrets): Promise<readonly SigningKey[]> {
  assertSecrets(secrets);
  return Promise.all(toList(secrets).map((secret) => (isKey(secret) ? secret : importSecret(secret))));
}

/**
 * Holds that there is a secret and each can be one: an unset environment variable must not become a key that anybody
 * knows.
 *
 * @throws TypeError saying what is wrong, without the secret.
 */
export function assertSecrets(secrets: WebhookSecrets): void {
  const list = toList(secrets);
  if (list.length === 0) throw new TypeError('At least one signing secret is needed.');
  for (const secret of list) if (!isKey(secret)) assertSecret(secret);
}

/** HMAC-SHA-256 over `<t>.<body>`. */
export async function computeSignature(key: SigningKey, t: string, body: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, concatBytes(encoder.encode(`${t}.`), body)));
}

function assertSecret(secret: string): void {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('A signing secret is a text, not empty.');
  if (secret.trim() !== secret) throw new TypeError('The signing secret has white space around it: trim it.');
}

function toList(secrets: WebhookSecrets): readonly WebhookSecret[] {
  return Array.isArray(secrets) ? secrets : [secrets as WebhookSecret];
}

function isKey(secret: WebhookSecret): secret is SigningKey {
  return typeof secret === 'object' && secret !== null && 'algorithm' in secret;
}
