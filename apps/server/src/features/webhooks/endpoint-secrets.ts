import { createSecret } from '@contract-kit/webhooks';
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

/** The secrets that sign an attempt: the current one and, for a while after a rotation, the previous one. */
export function signingSecrets(
  cipher: SecretCipher,
  endpoint: Pick<WebhookEndpointRow, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  now: Date,
): [string, ...string[]] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint;
  const current = cipher.decrypt(secret, id);
  if (previousSecret === null || previousSecretUntil === null || previousSecretUntil <= now) return [current];
  return [current, cipher.decrypt(previousSecret, id)];
}
