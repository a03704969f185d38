import { createHmac, createSecretKey } from 'node:crypto';
import { createSecret, type HmacKey, secretBytes } from '@contract-kit/webhooks';
import type { SecretCipher } from '../../storage/index.ts';
import type { WebhookEndpointRow } from './webhook-endpoint.entity.ts';

/** A new secret: the text shown once, the stored form, and the prefix shown later. */
export interface NewSecret {
  readonly secret: string;
  readonly encrypted: Buffer;
  readonly preview: string;
}

/** Creates a secret for an endpoint; it can only be decrypted for that endpoint. */
export function createEndpointSecret(cipher: SecretCipher, endpointId: string): NewSecret {
  const secret = createSecret();
  const preview = `${secret.slice(0, secret.indexOf('_') + 1)}…${secret.slice(-4)}`;
  return { secret, encrypted: cipher.encrypt(secret, endpointId), preview };
}

/** An endpoint with its secrets, encrypted. */
export type EndpointSecrets = Pick<
  WebhookEndpointRow,
  'id' | 'signatureScheme' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/**
 * What signs an attempt: the current secret and, for a while after a rotation, the previous one. Computed at once by
 * `node:crypto`: Web Crypto passes each body to another thread, which takes longer than the hash.
 */
export function signingKeys(cipher: SecretCipher, endpoint: EndpointSecrets, now: Date): HmacKey[] {
  return signingSecrets(cipher, endpoint, now).map((secret) => {
    const key = createSecretKey(secretBytes(secret, endpoint.signatureScheme));
    return { sign: (data) => createHmac('sha256', key).update(data).digest() };
  });
}

function signingSecrets(
  cipher: SecretCipher,
  endpoint: Omit<EndpointSecrets, 'signatureScheme'>,
  now: Date,
): [string, ...string[]] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint;
  const current = cipher.decrypt(secret, id);
  if (previousSecret === null || previousSecretUntil === null || previousSecretUntil <= now) return [current];
  return [current, cipher.decrypt(previousSecret, id)];
}
